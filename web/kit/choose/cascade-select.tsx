import { Select } from 'antd'
import { CASCADE_LEVELS } from '../../../contract/constants.ts'
import { messages } from '../../../contract/messages.ts'
import { chooseAt, sameValue, shownLevels, type Path } from './cascade.ts'
import css from './choosing.module.css'
import type { ControlProps } from '../form/fields.ts'
import type { Option } from './options.ts'
import { useLevels, type CascadeSource } from './use-levels.ts'

interface Props extends Omit<ControlProps, 'value' | 'onChange'> {
  source: CascadeSource
  label: string
  /** words of the levels: 市, 县（市、区）, 镇街; default 第一级 … */
  names?: readonly string[]
  /** maximum number of levels; four by the specification */
  levels?: number
  value?: Path | null | undefined
  onChange?: ((path: Path) => void) | undefined
}

/**
 * Selects below one another, each loaded by the choice above; a new choice clears the levels below (spec §2, §4: four levels). Value: the
 * chosen values from the top. A level without options is hidden.
 */
export function CascadeSelect({ source, label, names = [], levels: most = CASCADE_LEVELS, value, onChange, ...props }: Props) {
  const path = value ?? []
  const levels = useLevels(source, path, most)
  const shown = shownLevels(path, levels, most)
  const nameOf = (i: number) => names[i] ?? `第${'一二三四五六七八九'[i] ?? i + 1}级`
  return (
    <div className={css.levels} role="group" aria-label={label} aria-describedby={props['aria-describedby']}>
      {levels.slice(0, shown).map(({ options, loading, failed, retry }, i) => {
        const chosen = path[i]
        const own = options.find((o) => sameValue(o.value, chosen))
        return (
          <div key={i} className={css.level}>
            <Select<Option['value']>
              {...(i === 0 && props.id ? { id: props.id } : {})}
              // The form validates when the last level is left, not between levels.
              {...(i === shown - 1 && props.onBlur ? { onBlur: props.onBlur } : {})}
              aria-label={`${label}：${nameOf(i)}`}
              {...(props['aria-invalid'] ? { status: 'error' as const, 'aria-invalid': true } : {})}
              value={chosen === undefined ? undefined : (own?.value ?? chosen)}
              onChange={(v) => onChange?.(chooseAt(path, i, v))}
              options={options.map(({ label: text, value: v, disabled }) => ({ label: text, value: v, ...(disabled ? { disabled } : {}) }))}
              disabled={props.disabled ?? false}
              loading={loading}
              allowClear
              showSearch={{ optionFilterProp: 'label' }}
              placeholder={`请选择${nameOf(i)}`}
              notFoundContent={<span>{loading ? messages.fallsLoading : messages.fallsEmpty}</span>}
              style={{ width: '100%' }}
            />
            {failed && (
              <button type="button" className={css.retry} onClick={retry}>
                {messages.fallsRetry}
              </button>
            )}
          </div>
        )
      })}
    </div>
  )
}
