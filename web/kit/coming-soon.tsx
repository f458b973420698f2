import type { ReactNode } from 'react'
import { messages } from '../../contract/messages.ts'
import css from './coming-soon.module.css'

/** Placeholder for what is not built or switched off (spec §2, W038): M100, and below it what users can do until then. */
export const ComingSoon = ({ title, children }: { title?: string | undefined; children?: ReactNode }) => (
  <section className={css.soon}>
    {title && <h1>{title}</h1>}
    <p className={css.words}>{messages.comingSoon}</p>
    {children}
  </section>
)
