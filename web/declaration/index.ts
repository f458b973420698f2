export { OwnObjection } from './allowance/own-objection.tsx'
export { payingOffices } from './allowance/paying-offices.ts'
/** One question of a form of the engine. */
export { FormField } from './form-field.tsx'
export { wireValue } from './form-state.ts'
