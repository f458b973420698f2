import { Button, Checkbox, Popover, Segmented } from 'antd'
import { arrange, densities, isChanged, moved, toggled, type ColumnDefault, type ColumnDelta } from './column-settings.ts'
import { Icon } from './icons.tsx'
import css from './table.module.css'

interface Props {
  columns: readonly (ColumnDefault & { label: string; fixed?: boolean })[]
  delta: ColumnDelta
  onChange: (delta: ColumnDelta) => void
  onReset: () => void
}

/** Show, hide and order columns, and the height of rows; 恢复默认 drops every change. */
export function ColumnChooser({ columns, delta, onChange, onReset }: Props) {
  const now = arrange(columns, delta)
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title="列设置"
      content={
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
      }
    >
      <Button icon={<Icon name="columns" />}>列设置</Button>
    </Popover>
  )
}
