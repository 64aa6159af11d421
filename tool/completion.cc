// SPDX-License-Identifier: Apache-2.0
#include "tool/completion.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "tool/manual.h"

namespace loadstone {
namespace {

// Returns `text` with a backslash before each of the characters in `special`.
std::string Escape(const std::string& text, const std::string& special) {
  std::string escaped;
  for (const char c : text) {
    if (special.find(c) != std::string::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

// Quotes a word in single quotes, for bash and zsh.
std::string Quote(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

std::string Words(const std::vector<std::string>& words) {
  std::string joined;
  for (const std::string& word : words) joined += (joined.empty() ? "" : " ") + word;
  return joined;
}

std::vector<std::string> VerbNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* verb : PublicVerbs(app)) names.push_back(verb->get_name());
  return names;
}

std::vector<std::string> OptionNames(const CLI::App& verb) {
  std::vector<std::string> names;
  for (const OptionText& option : OptionsText(verb)) {
    if (!option.positional) names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return names;
}

// Completes the value of the option before the current word, or of the first positional argument.
std::string BashValues(const CLI::App& verb) {
  std::string lines;
  for (const OptionText& option : OptionsText(verb)) {
    if (option.choices.empty()) continue;
    for (const std::string& name : option.names) {
      lines += fmt::format("    {},{}) words=\"{}\" ;;\n", verb.get_name(),
                           option.positional ? verb.get_name() : name, Words(option.choices));
    }
  }
  return lines;
}

std::string ZshArgument(const OptionText& option) {
  const std::string description = Escape(option.description, "[]:\\");
  const std::string values = option.choices.empty() ? "_files" : "(" + Words(option.choices) + ")";
  if (option.positional) {
    return " " + Quote(fmt::format(":{}:{}", description, values));
  }
  std::string arguments;
  for (const std::string& name : option.names) {
    const std::string value = option.takes_value ? ":value:" + values : "";
    arguments += " " + Quote(fmt::format("*{}[{}]{}", name, description, value));
  }
  return arguments;
}

std::string FishOption(const std::string& verb, const OptionText& option) {
  std::string line = "complete -c loadstone -n '__fish_seen_subcommand_from " + verb + "'";
  for (const std::string& name : option.names) {
    if (option.positional) break;
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  if (!option.choices.empty()) {
    line += (option.positional ? " -f -a '" : " -x -a '") + Words(option.choices) + "'";
  } else if (option.positional) {
    return "";  // a file name, which fish completes by default
  } else if (option.takes_value) {
    line += " -r";
  }
  return line + " -d '" + Escape(option.description, "\\'") + "'\n";
}

}  // namespace

std::string BashCompletion(const CLI::App& app) {
  std::string values;
  std::string options;
  for (const CLI::App* verb : PublicVerbs(app)) {
    values += BashValues(*verb);
    options +=
        fmt::format("      {}) words=\"{}\" ;;\n", verb->get_name(), Words(OptionNames(*verb)));
  }
  return fmt::format(
      "_loadstone() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} words=\n"
      "  case ${{COMP_WORDS[1]}},$before in\n"
      "{}"
      "  esac\n"
      "  if [ \"$COMP_CWORD\" = 1 ]; then\n"
      "    words=\"{} {}\"\n"
      "  elif [[ $word == -* ]]; then\n"
      "    case ${{COMP_WORDS[1]}} in\n"
      "{}"
      "    esac\n"
      "  fi\n"
      "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
      "}}\n"
      "complete -o default -F _loadstone loadstone\n",
      values, Words(VerbNames(app)), Words(OptionNames(app)), options);
}

std::string ZshCompletion(const CLI::App& app) {
  std::string verbs;
  std::string arguments;
  for (const CLI::App* verb : PublicVerbs(app)) {
    verbs += " " + Quote(verb->get_name() + ":" + Escape(verb->get_description(), ":\\"));
    arguments += fmt::format("    {}) _arguments", verb->get_name());
    for (const OptionText& option : OptionsText(*verb)) arguments += ZshArgument(option);
    arguments += " ;;\n";
  }
  return fmt::format(
      "#compdef loadstone\n"
      "_loadstone() {{\n"
      "  local -a verbs=({})\n"
      "  if (( CURRENT == 2 )); then\n"
      "    _describe verb verbs\n"
      "    return\n"
      "  fi\n"
      "  shift words\n"
      "  (( CURRENT-- ))\n"
      "  case $words[1] in\n"
      "{}"
      "  esac\n"
      "}}\n"
      "_loadstone \"$@\"\n",
      verbs, arguments);
}

std::string FishCompletion(const CLI::App& app) {
  std::string lines;
  for (const CLI::App* verb : PublicVerbs(app)) {
    lines += fmt::format("complete -c loadstone -n __fish_use_subcommand -f -a {} -d '{}'\n",
                         verb->get_name(), Escape(verb->get_description(), "\\'"));
    for (const OptionText& option : OptionsText(*verb))
      lines += FishOption(verb->get_name(), option);
  }
  return lines;
}

}  // namespace loadstone
