export { OwnObjection } from './allowance/own-objection.tsx'
export { payingOffices } from './allowance/paying-offices.ts'
/** A form field of the form engine, for forms of other domains. */
export { FormField } from './form-field.tsx'
export { wireValue } from './form-state.ts'
