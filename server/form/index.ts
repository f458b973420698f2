/** The form engine on the server: answers sealed, moved to a newer form, corrected, and as columns of a sheet. It stores nothing. */
export { answerColumns, answersByColumn, isAnswerColumn } from './answer-columns.ts'
export { carryAnswers } from './carry-over.ts'
export { labelOf, lockedChanges, openPaths } from './corrections.ts'
export { maskForm, openForm, sealForm } from './seal.ts'
