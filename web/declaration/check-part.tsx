import { use, type ComponentProps } from 'react'
import { CheckAnswers } from './check-answers.tsx'
import { DeclareAsContext } from './declare-as.ts'
import { PROMISE } from './wizard-errors.ts'
import styles from './declare.module.css'

type Props = ComponentProps<typeof CheckAnswers> & { promise: boolean; fault: boolean; onPromise(given: boolean): void }

/** The last part of the wizard: all answers again, and the declaration that they are true. */
export const CheckPart = ({ promise, fault, onPromise, ...answers }: Props) => (
  <>
    <p className="meta">请逐项核对。提交后在受理前可以撤回。</p>
    <CheckAnswers {...answers} />
    <label className={styles.promise}>
      <input
        id={PROMISE}
        type="checkbox"
        checked={promise}
        aria-invalid={fault ? true : undefined}
        onChange={(e) => onPromise(e.target.checked)}
      />{' '}
      {use(DeclareAsContext).promise}
    </label>
  </>
)
