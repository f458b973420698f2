import styles from './calculator.module.css'

/** Progress of a form: question or step `at` of `of`. */
export const Progress = ({ at, of, text }: { at: number; of: number; text?: string }) => (
  <div
    className={styles.progress}
    role="progressbar"
    aria-valuemin={1}
    aria-valuemax={of}
    aria-valuenow={at}
    aria-valuetext={text}
    aria-label="进度"
  >
    <span style={{ width: `${(at / of) * 100}%` }} />
  </div>
)
