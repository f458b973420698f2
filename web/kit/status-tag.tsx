import type { ReactNode } from 'react'
import type { Tone } from './form/fields.ts'
import { Icon, type IconName } from './icons.tsx'
import css from './marks.module.css'

const icons: Record<Tone, IconName> = {
  running: 'dot',
  done: 'check',
  back: 'back',
  refused: 'cross',
  waiting: 'wait',
  urgent: 'clock',
  off: 'minus',
}

/** A state: icon and word, never colour alone (ux.md §3.2). */
export const StatusTag = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={`${css.tag} ${css[tone]}`}>
    <Icon name={icons[tone]} size={14} />
    {children}
  </span>
)

const tones: Readonly<Record<string, Tone>> = { blue: 'running', green: 'done', orange: 'waiting', red: 'refused', grey: 'off' }
/** A label in the colour from the dictionary; without one, plain. */
export const ColorTag = ({ color, children }: { color: string; children: ReactNode }) =>
  tones[color] ? <span className={`${css.tag} ${css[tones[color]]}`}>{children}</span> : <>{children}</>

/** A plain mark without a state. */
export const Tag = ({ children, onRemove }: { children: ReactNode; onRemove?: () => void }) => (
  <span className={css.tag}>
    {children}
    {onRemove && (
      <button type="button" className={css.remove} onClick={onRemove} aria-label={`移除 ${typeof children === 'string' ? children : ''}`}>
        <Icon name="cross" size={12} />
      </button>
    )}
  </span>
)

/** Shows that a value comes from a trusted source, and its date (spec §2 trusted-data-source badge). */
export const TrustedBadge = ({ source, asOf }: { source: string; asOf?: string }) => (
  <span className={`${css.tag} ${css.done}`} title={asOf ? `${source}，数据日期 ${asOf}` : source}>
    <Icon name="shield" size={14} />
    {source}
    {asOf && <span className={css.small}>{asOf}</span>}
  </span>
)
