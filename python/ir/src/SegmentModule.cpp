//===- SegmentModule.cpp - Python extension of the dialect ------*- C++ -*-===//
//
// Part of the Segment project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The module _segment, with classes for the dialect's attributes. Its interface
// for type checkers is _mlir_libs/_segment.pyi.
//
//===----------------------------------------------------------------------===//

#include "mlir-c/Diagnostics.h"
#include "mlir/Bindings/Python/Nanobind.h"
#include "mlir/Bindings/Python/NanobindAdaptors.h"
#include "segment-c/Dialect/Segment.h"

namespace nb = nanobind;
using namespace mlir::python::nanobind_adaptors;

/// The enum that mlir-tblgen has generated, imported when it is needed: its
/// module imports this one.
static nb::object getEnum(const char *name) {
  return nb::module_::import_(
             MAKE_MLIR_PYTHON_QUALNAME("dialects._segment_enum_gen"))
      .attr(name);
}

static nb::str toString(MlirStringRef text) {
  return nb::str(text.data, text.length);
}

/// The keyword of an enumerator, or of its name.
static std::string getKeyword(const char *enumName, nb::handle value) {
  nb::object enumClass = getEnum(enumName);
  if (!nb::isinstance<nb::str>(value) && !nb::isinstance(value, enumClass)) {
    std::string message = std::string("expected a ") + enumName +
                          " or its name, got " +
                          nb::cast<std::string>(nb::repr(value));
    throw nb::type_error(message.c_str());
  }
  std::string keyword = nb::cast<std::string>(nb::str(value));
  std::string expected;
  for (nb::handle enumerator : enumClass) {
    std::string name = nb::cast<std::string>(nb::str(enumerator));
    if (name == keyword)
      return keyword;
    expected += (expected.empty() ? "'" : ", '") + name + "'";
  }
  std::string message = std::string("expected a ") + enumName + ", one of " +
                        expected + ", got '" + keyword + "'";
  throw nb::value_error(message.c_str());
}

/// An attribute of a dialect that isn't loaded would end the process.
static void loadDialect(MlirContext context) {
  MlirDialect dialect = mlirContextGetOrLoadDialect(
      context,
      mlirDialectHandleGetNamespace(mlirGetDialectHandle__segment__()));
  if (mlirDialectIsNull(dialect))
    throw nb::value_error("the context doesn't know the segment dialect; "
                          "segment.register_dialect(context) changes that");
}

/// Handles a diagnostic by writing its text to a std::string.
static MlirLogicalResult collectMessage(MlirDiagnostic diagnostic, void *text) {
  mlirDiagnosticPrint(
      diagnostic,
      [](MlirStringRef part, void *text) {
        static_cast<std::string *>(text)->append(part.data, part.length);
      },
      text);
  return mlirLogicalResultSuccess();
}

/// A class for attributes of one keyword, with the enumerator as its value.
static void defineKeywordAttr(nb::module_ &m, const char *className,
                              const char *enumName, const char *documentation,
                              bool (*isa)(MlirAttribute),
                              MlirTypeID (*getTypeID)(),
                              MlirAttribute (*get)(MlirContext, MlirStringRef),
                              MlirStringRef (*getValue)(MlirAttribute)) {
  mlir_attribute_subclass cls(m, className, isa, getTypeID);
  cls.get_class().attr("__doc__") = documentation;
  cls.def_classmethod(
      "get",
      [=](const nb::object &cls, nb::handle value, MlirContext context) {
        std::string keyword = getKeyword(enumName, value);
        loadDialect(context);
        return cls(get(context, {keyword.data(), keyword.size()}));
      },
      nb::arg("cls"), nb::arg("value"), nb::arg("context").none() = nb::none(),
      "Gets the attribute for an enumerator or its name.");
  cls.def_property_readonly(
      "value",
      [=](MlirAttribute self) {
        return getEnum(enumName)[toString(getValue(self))];
      },
      "The enumerator.");
}

/// The attribute that tells how segment.reduce_by_key is lowered.
static void definePlanAttr(nb::module_ &m) {
  mlir_attribute_subclass cls(m, "PlanAttr", mlirAttributeIsASegmentPlan,
                              mlirSegmentPlanAttrGetTypeID);
  cls.get_class().attr("__doc__") =
      "How a segment.reduce_by_key is lowered to loops.";
  cls.def_classmethod(
         "get",
         [](const nb::object &cls, nb::handle schedule, int64_t vectorBits,
            int64_t tile, int64_t block, int64_t prefetch,
            MlirContext context) {
           std::string keyword = getKeyword("Schedule", schedule);
           loadDialect(context);
           std::string message;
           MlirDiagnosticHandlerID handler = mlirContextAttachDiagnosticHandler(
               context, collectMessage, &message,
               /*deleteUserData=*/nullptr);
           MlirAttribute plan =
               mlirSegmentPlanAttrGetChecked(mlirLocationUnknownGet(context),
                                             {keyword.data(), keyword.size()},
                                             vectorBits, tile, block, prefetch);
           mlirContextDetachDiagnosticHandler(context, handler);
           if (mlirAttributeIsNull(plan))
             throw nb::value_error(message.c_str());
           return cls(plan);
         },
         nb::arg("cls"), nb::arg("schedule"), nb::arg("vector_bits") = 256,
         nb::arg("tile") = 4, nb::arg("block") = 512, nb::arg("prefetch") = 24,
         nb::arg("context").none() = nb::none(),
         "Gets the attribute for a schedule or its name.")
      .def_property_readonly(
          "schedule",
          [](MlirAttribute self) {
            return getEnum(
                "Schedule")[toString(mlirSegmentPlanAttrGetSchedule(self))];
          })
      .def_property_readonly("vector_bits", mlirSegmentPlanAttrGetVectorBits)
      .def_property_readonly("tile", mlirSegmentPlanAttrGetTile)
      .def_property_readonly("block", mlirSegmentPlanAttrGetBlock)
      .def_property_readonly("prefetch", mlirSegmentPlanAttrGetPrefetch);
}

NB_MODULE(_segment, m) {
  m.doc() = "The segment dialect";
  nb::set_leak_warnings(false);

  m.def(
      "register_dialect",
      [](MlirContext context, bool load) {
        MlirDialectHandle handle = mlirGetDialectHandle__segment__();
        mlirDialectHandleRegisterDialect(handle, context);
        if (load)
          mlirDialectHandleLoadDialect(handle, context);
      },
      nb::arg("context").none() = nb::none(), nb::arg("load") = true,
      "Makes a context know the segment dialect.");

#define DEFINE_KEYWORD_ATTR(Name, documentation)                               \
  defineKeywordAttr(                                                           \
      m, #Name "Attr", #Name, documentation, mlirAttributeIsASegment##Name,    \
      mlirSegment##Name##AttrGetTypeID, mlirSegment##Name##AttrGet,            \
      mlirSegment##Name##AttrGetValue)
  DEFINE_KEYWORD_ATTR(Bounds, "What happens to ids and indices that are out of "
                              "range or out of order.");
  DEFINE_KEYWORD_ATTR(NanMode, "What min and max do with NaN.");
  DEFINE_KEYWORD_ATTR(EmptyMode, "What a segment without rows shows.");
  DEFINE_KEYWORD_ATTR(AccumulateMode, "The type that sums, products and means "
                                      "of floats accumulate in.");
  DEFINE_KEYWORD_ATTR(Combiner, "How an accumulator of segment.reduce_by_key "
                                "takes in a value.");
  DEFINE_KEYWORD_ATTR(Failure, "The kind of a run-time failure.");
#undef DEFINE_KEYWORD_ATTR
  definePlanAttr(m);
}
