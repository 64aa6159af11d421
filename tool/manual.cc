// SPDX-License-Identifier: Apache-2.0
#include "tool/manual.h"

#include <fmt/format.h>

#include <algorithm>

namespace loadstone {
namespace {

// Escapes what roff interprets as a request, an escape or a hyphen.
std::string Roff(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    const bool begins_line = escaped.empty() || escaped.back() == '\n';
    if (begins_line && (c == '.' || c == '\'')) escaped += "\\&";
    if (c == '\\') {
      escaped += "\\e";
    } else if (c == '-') {
      escaped += "\\-";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::string Header(std::string name, const std::string& summary) {
  std::string title = name;
  std::transform(title.begin(), title.end(), title.begin(),
                 [](unsigned char c) { return toupper(c); });
  return fmt::format(".TH {} 1 \"\" \"Loadstone {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n",
                     Roff(title), LOADSTONE_VERSION, Roff(name), Roff(summary));
}

// Returns the values of "TEXT:{a,b}".
std::vector<std::string> ChoicesOf(const std::string& type) {
  const std::size_t begin = type.find('{');
  const std::size_t end = type.find('}', begin);
  std::vector<std::string> choices;
  if (begin == std::string::npos || end == std::string::npos) return choices;
  std::string choice;
  for (const char c : type.substr(begin + 1, end - begin - 1) + ",") {
    if (c != ',') {
      choice += c;
    } else {
      choices.push_back(std::move(choice));
      choice.clear();
    }
  }
  return choices;
}

std::string Join(const std::vector<std::string>& words, const std::string& separator) {
  std::string joined;
  for (const std::string& word : words) joined += (joined.empty() ? "" : separator) + word;
  return joined;
}

std::string OptionPage(const OptionText& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.names) names.push_back("\\fB" + Roff(name) + "\\fR");
  std::string value;
  if (!option.choices.empty()) {
    value = " " + Roff(Join(option.choices, "|"));
  } else if (option.takes_value && !option.positional) {
    value = " \\fIVALUE\\fR";
  }
  return fmt::format(".TP\n{}{}\n{}\n", Join(names, ", "), value, Roff(option.description));
}

// Formats a paragraph of a footer, such as "Examples:\n  loadstone ...", as a section.
std::string FooterPage(const std::string& footer) {
  std::string page;
  for (std::size_t begin = 0; begin < footer.size();) {
    const std::size_t end = std::min(footer.find("\n\n", begin), footer.size());
    const std::string paragraph = footer.substr(begin, end - begin);
    const std::size_t colon = std::min(paragraph.find(':'), paragraph.size() - 1);
    std::string title = paragraph.substr(0, colon);
    std::transform(title.begin(), title.end(), title.begin(),
                   [](unsigned char c) { return toupper(c); });
    const std::size_t text = paragraph.find_first_not_of(" \n", colon + 1);
    page += fmt::format(".SH {}\n.nf\n{}\n.fi\n", Roff(title),
                        Roff(text == std::string::npos ? "" : paragraph.substr(text)));
    begin = end + 2;
  }
  return page;
}

std::string UsageOf(const std::vector<OptionText>& options) {
  std::string usage;
  for (const OptionText& option : options) {
    if (option.positional) usage += " \\fI" + Roff(option.names.front()) + "\\fR";
  }
  return usage + " [\\fIoptions\\fR]";
}

std::string PageName(const CLI::App& app, const CLI::App& verb) {
  return app.get_name() + "-" + verb.get_name();
}

}  // namespace

std::vector<const CLI::App*> PublicVerbs(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* verb) { return !verb->get_group().empty(); });
}

std::vector<OptionText> OptionsText(const CLI::App& verb) {
  std::vector<OptionText> options;
  for (const CLI::Option* option : verb.get_options()) {
    if (option->get_group().empty()) continue;
    OptionText text;
    text.positional = option->get_positional();
    for (const std::string& name : option->get_lnames()) text.names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) text.names.push_back("-" + name);
    if (text.positional) text.names = {option->get_name(true)};
    text.takes_value = option->get_items_expected_max() > 0;
    text.choices = ChoicesOf(option->get_type_name());
    text.description = option->get_description();
    options.push_back(std::move(text));
  }
  return options;
}

std::string ToolPage(const CLI::App& app) {
  std::string page =
      Header(app.get_name(), "check Vulkan and OpenXR loaders against the documented policies");
  page += fmt::format(".SH SYNOPSIS\n\\fB{}\\fR \\fIverb\\fR [\\fIoptions\\fR]\n",
                      Roff(app.get_name()));
  page += fmt::format(".SH DESCRIPTION\n{}\n.SH VERBS\n", Roff(app.get_description()));
  std::vector<std::string> pages;
  for (const CLI::App* verb : PublicVerbs(app)) {
    page +=
        fmt::format(".TP\n\\fB{}\\fR\n{}\n", Roff(verb->get_name()), Roff(verb->get_description()));
    pages.push_back(fmt::format("\\fB{}\\fR(1)", Roff(PageName(app, *verb))));
  }
  page += ".SH OPTIONS\n";
  for (const OptionText& option : OptionsText(app)) page += OptionPage(option);
  return page + FooterPage(app.get_footer()) + ".SH SEE ALSO\n" + Join(pages, ",\n") + "\n";
}

std::string VerbPage(const CLI::App& app, const CLI::App& verb) {
  const std::vector<OptionText> options = OptionsText(verb);
  std::string page = Header(PageName(app, verb), verb.get_description());
  page += fmt::format(".SH SYNOPSIS\n\\fB{} {}\\fR{}\n.SH OPTIONS\n", Roff(app.get_name()),
                      Roff(verb.get_name()), UsageOf(options));
  for (const OptionText& option : options) page += OptionPage(option);
  return page + FooterPage(verb.get_footer()) +
         fmt::format(".SH SEE ALSO\n\\fB{}\\fR(1)\n", Roff(app.get_name()));
}

}  // namespace loadstone
