import { Alert } from 'antd'
import { show } from '../form/values.ts'

export type Facts = readonly (readonly [label: string, value: string | number | null])[]

/** What somebody else changed since a review was opened; the decision is sent for what stands there now. */
export function ChangedSince({ before, now }: { before: Facts; now: Facts }) {
  const then = new Map(before)
  const changes = now.filter(([label, value]) => then.get(label) !== value)
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 12 }}
      title="打开之后已被他人修改，请核对后再决定"
      description={
        changes.length === 0 ? (
          '内容没有不同。'
        ) : (
          <ul>
            {changes.map(([label, value]) => (
              <li key={label}>
                {label}：原来“{show(then.get(label) ?? '空')}”，现在“{show(value ?? '空')}”
              </li>
            ))}
          </ul>
        )
      }
    />
  )
}
