import type { Correction, FormValue } from '../../contract/form/answers.ts'
import type { FormField } from '../../contract/form/template.ts'
import { valueText } from './form-state.ts'
import question from '../kit/form/question.module.css'

/** What the reviewer asks to correct, and the earlier value. */
export const Corrected = ({ id, field, correction }: { id?: string; field: FormField; correction: Correction }) => (
  <p id={id} className={question.note}>
    <strong>需补正：</strong>
    {correction.message}
    <span className={question.old}>原值：{valueText(field, correction.oldValue as FormValue)}</span>
  </p>
)
