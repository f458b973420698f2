import type { ReactNode } from 'react'
import styles from './said-facts.module.css'

/** The place of the facts from a question, and of their meaning under a hit: styled from the start, because the script is loaded later. */
export const SaidPlace = ({ children }: { children: ReactNode }) => <div className={styles.place}>{children}</div>
