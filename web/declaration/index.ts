export { OwnObjection } from './allowance/own-objection.tsx'
export { payingOffices } from './allowance/paying-offices.ts'
