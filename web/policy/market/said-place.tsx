import type { ReactNode } from 'react'
import styles from './said-facts.module.css'

/** Where what was read out of a question stands, and under a hit what it means: with its styles from the start, the script comes after. */
export const SaidPlace = ({ children }: { children: ReactNode }) => <div className={styles.place}>{children}</div>
