import { Button, Checkbox, Segmented } from 'antd'
import {
  arrange,
  densities,
  isChanged,
  moved,
  pinned,
  toggled,
  widened,
  WIDTHS,
  type ColumnDefault,
  type ColumnDelta,
} from './column-settings.ts'
import { Icon } from '../icons.tsx'
import css from './table.module.css'

/** width of a column without a set width */
const USUAL = 160

export interface ColumnPanelProps {
  columns: readonly (ColumnDefault & { label: string; fixed?: boolean; width?: number })[]
  delta: ColumnDelta
  onChange: (delta: ColumnDelta) => void
  onReset: () => void
}

/** Shows, hides, pins and orders columns and sets the row height; widths can also be dragged at the heads; 恢复默认 drops every change. */
export default function ColumnPanel({ columns, delta, onChange, onReset }: ColumnPanelProps) {
  const now = arrange(columns, delta)
  return (
    <div className={css.chooser}>
      <Segmented
        size="small"
        block
        aria-label="行高"
        value={delta.density ?? 'middle'}
        options={[...densities]}
        onChange={(density) => onChange({ ...delta, density })}
      />
      <ul>
        {now.map((c, i) => (
          <li key={c.key}>
            <Checkbox
              checked={c.visible}
              disabled={c.fixed === true}
              onChange={(e) => onChange(toggled(columns, delta, c.key, e.target.checked))}
            >
              {c.label}
            </Checkbox>
            <span>
              {(['minus', 'plus'] as const).map((icon) => (
                <Button
                  key={icon}
                  type="text"
                  size="small"
                  aria-label={`${icon === 'plus' ? '加宽' : '变窄'} ${c.label}`}
                  title={icon === 'plus' ? '加宽' : '变窄'}
                  icon={<Icon name={icon} />}
                  onClick={() => onChange(widened(delta, c.key, (c.width ?? USUAL) + (icon === 'plus' ? WIDTHS.step : -WIDTHS.step)))}
                />
              ))}
              <Button
                type={c.pinned ? 'primary' : 'text'}
                size="small"
                aria-pressed={c.pinned}
                aria-label={`固定在左侧 ${c.label}`}
                title="固定在左侧"
                icon={<Icon name="pin" />}
                onClick={() => onChange(pinned(delta, c.key, !c.pinned))}
              />
              <Button
                type="text"
                size="small"
                disabled={i === 0}
                aria-label={`上移 ${c.label}`}
                icon={<Icon name="up" />}
                onClick={() => onChange(moved(columns, delta, c.key, -1))}
              />
              <Button
                type="text"
                size="small"
                disabled={i === now.length - 1}
                aria-label={`下移 ${c.label}`}
                icon={<Icon name="down" />}
                onClick={() => onChange(moved(columns, delta, c.key, 1))}
              />
            </span>
          </li>
        ))}
      </ul>
      <Button size="small" block disabled={!isChanged(delta)} onClick={onReset}>
        恢复默认
      </Button>
    </div>
  )
}
