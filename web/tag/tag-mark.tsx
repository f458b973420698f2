import type { ReactNode } from 'react'
import type { TagColour } from '../../contract/tag.ts'
import css from './tag-mark.module.css'

/** A tag of an enterprise in its colour; the text alone carries the meaning. `smart`: assigned by a rule. */
export const TagMark = ({ colour, smart, children }: { colour: TagColour; smart?: boolean; children: ReactNode }) => (
  <span className={`${css.mark} ${css[colour]}`} title={smart ? '智能标签：由规则确定' : undefined}>
    {children}
    {smart && <span className={css.smart}>规则</span>}
  </span>
)
