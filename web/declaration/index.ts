export { DeclareButton } from './declare-button.tsx'
export { localMinute, localTime } from './local-time.ts'
export { DueMark } from './due-mark.tsx'
export { payingOffices } from './allowance/paying-offices.ts'
