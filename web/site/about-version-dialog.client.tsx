import { Modal, Select } from 'antd'
import { useState } from 'react'
import type { AboutVersion } from '../../contract/site/about.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { AboutDetail } from './about-detail.tsx'
import { compared, placesIn, type Line } from './about-lines.ts'
import css from './site.module.css'

const nameOf = (one: AboutVersion): string => `${localMinute(one.publishTime)} ${one.authorName}（第 ${one.id} 版）`

/** A version as its readers see it, before it is shown again. */
export function AboutVersionDialog({ version, onClose }: { version: AboutVersion; onClose(): void }) {
  return (
    <Modal open title={nameOf(version)} width={960} footer={null} destroyOnHidden onCancel={onClose}>
      <div inert>
        <AboutDetail about={version} />
      </div>
    </Modal>
  )
}

interface Props {
  versions: readonly AboutVersion[]
  first: number
  second: number
  onClose(): void
}
/** What one version changed in another, by paragraph. */
export function AboutCompareDialog({ versions, onClose, ...opened }: Props) {
  const [[first, second], choose] = useState([opened.first, opened.second] as const)
  const options = versions.map((one) => ({ value: one.id, label: nameOf(one) }))
  const of = (id: number) => versions.find((one) => one.id === id)!
  const lines = compared(of(first), of(second))
  const changed = placesIn(lines)
  return (
    <Modal open title="两个版本的差别" width={960} footer={null} destroyOnHidden onCancel={onClose}>
      <div className={css.stack}>
        <div className={css.sides}>
          <label>
            从{' '}
            <Select
              value={first}
              options={options}
              onChange={(id) => choose([id, second])}
              aria-label="从哪一版"
              style={{ width: '100%' }}
            />
          </label>
          <label>
            到{' '}
            <Select
              value={second}
              options={options}
              onChange={(id) => choose([first, id])}
              aria-label="到哪一版"
              style={{ width: '100%' }}
            />
          </label>
        </div>
        <p role="status">{changed === 0 ? '两个版本相同。' : `${changed} 处不同：划线的删去，下划线的新增。`}</p>
        <div className={css.lines}>
          {lines.map((line, n) => (
            // Lines have no identity of their own, and the list is made anew with each choice.
            <Compared key={n} line={line} />
          ))}
        </div>
      </div>
    </Modal>
  )
}

function Compared({ line: { mark, text } }: { line: Line }) {
  if (mark === 'added')
    return (
      <p>
        <ins>{text}</ins>
      </p>
    )
  if (mark === 'removed')
    return (
      <p>
        <del>{text}</del>
      </p>
    )
  return <p>{text}</p>
}
