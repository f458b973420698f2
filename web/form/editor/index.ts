/** The editor of a form's questions, for every screen that writes a form. */
export { FieldEditor } from './field-editor.tsx'
export { ItemButtons } from './item-buttons.tsx'
export { FaultsContext, idOfPath, Labelled, type Fault } from './labelled.tsx'
export { RuleEditor } from './rule-editor.tsx'
