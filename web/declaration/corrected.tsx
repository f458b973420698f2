import type { Correction, FormField, FormValue } from '../../contract/declaration.ts'
import { valueText } from './form-state.ts'
import styles from './declare.module.css'

/** What the reviewer asks to correct, and the earlier value. */
export const Corrected = ({ id, field, correction }: { id?: string; field: FormField; correction: Correction }) => (
  <p id={id} className={styles.note}>
    <strong>需补正：</strong>
    {correction.message}
    <span className={styles.old}>原值：{valueText(field, correction.oldValue as FormValue)}</span>
  </p>
)
