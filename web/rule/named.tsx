import type { ReactNode } from 'react'
import styles from './condition-editor.module.css'

/** A control of a rule with a visible label, which stays readable when the control is filled. */
export const Named = ({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) => (
  <span className={wide ? `${styles.named} ${styles.wide}` : styles.named}>
    <span className={styles.name}>{label}</span>
    <span className={styles.controls}>{children}</span>
  </span>
)
