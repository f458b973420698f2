/**
 * The form engine: filling in a form, and what its definition consists of. Without antd: the editor and the trial have doors of their own
 * (editor/index.ts, try/index.ts).
 */
export { freeKey, move, newField, newSection, replaced, without } from './definition.ts'
export { FormField } from './form-field.tsx'
export { SectionFields } from './form-sections.tsx'
export {
  CHECK,
  correctionAt,
  faultsOf,
  fieldId,
  isOpen,
  materialId,
  MATERIALS,
  partState,
  placeOf,
  savable,
  typedOf,
  unsavedOf,
  valueText,
  wireOf,
  wireValue,
  type Attached,
  type FieldState,
  type Typed,
} from './form-state.ts'
export { tidyRule, tidySection } from './tidy.ts'
