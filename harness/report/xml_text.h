// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_XML_TEXT_H_
#define LOADSTONE_HARNESS_REPORT_XML_TEXT_H_

#include <pugixml.hpp>
#include <string>

namespace loadstone {

// Returns a document as text in UTF-8. `flags` are those of pugi::format_*.
inline std::string SaveXml(const pugi::xml_document& document, unsigned flags) {
  class StringWriter : public pugi::xml_writer {
   public:
    void write(const void* data, std::size_t size) override {
      text.append(static_cast<const char*>(data), size);
    }
    std::string text;
  };
  StringWriter writer;
  document.save(writer, "  ", flags, pugi::encoding_utf8);
  return std::move(writer.text);
}

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_XML_TEXT_H_
