import { Button } from 'antd'
import { useState } from 'react'
import { review, type ReviewDetail } from '../../../contract/declaration.ts'
import { call } from '../../api.ts'
import { RevealButton } from '../../kit/dialog/reveal-button.tsx'
import { StatusTag, Tag } from '../../kit/status-tag.tsx'
import { markOf } from '../../kit/form/mark-of.ts'
import { showSize } from '../../kit/form/values.ts'
import type { Shown, ShownField, ShownMaterial } from './changes.ts'
import { FileLinks } from './file-links.tsx'
import css from './review.module.css'

/** The submission: sections and materials, with changes since the last round marked beside the old value. */
export function Submitted({ detail, shown }: { detail: ReviewDetail; shown: Shown }) {
  const [onlyChanges, setOnly] = useState(false)
  const keep = (changed: boolean, asked: string | null) => !onlyChanges || changed || asked !== null
  return (
    <>
      {detail.previous && (
        <p className={css.changeBar} role="status">
          与上一次提交相比，有 {shown.changes} 处改动
          <Button type="link" size="small" aria-pressed={onlyChanges} onClick={() => setOnly(!onlyChanges)}>
            {onlyChanges ? '显示全部' : '只看改动和退回意见'}
          </Button>
        </p>
      )}
      {shown.sections.map((section) => {
        const fields = section.fields.filter((f) => keep(f.before !== null, f.asked))
        return fields.length === 0 ? null : (
          <section key={section.key} className={css.panel} aria-labelledby={`section-${section.key}`}>
            <h2 id={`section-${section.key}`}>{section.title}</h2>
            <dl className={css.values}>
              {fields.map((f) => (
                <FieldRow key={f.key} field={f} id={detail.id} may={detail.allowed.length > 0} />
              ))}
            </dl>
          </section>
        )
      })}
      <section className={css.panel} aria-labelledby="section-materials">
        <h2 id="section-materials">申报材料</h2>
        {shown.materials.length === 0 && <p className={css.note}>本项目不需要材料</p>}
        <ul className={css.materials}>
          {shown.materials
            .filter((m) => keep(m.changed, m.asked))
            .map((m) => (
              <Material key={m.key} material={m} />
            ))}
        </ul>
      </section>
    </>
  )
}

const Asked = ({ text }: { text: string | null }) =>
  text === null ? null : (
    <p className={css.asked}>
      <StatusTag tone="back">退回意见</StatusTag> {text}
    </p>
  )

const FieldRow = ({ field, id, may }: { field: ShownField; id: number; may: boolean }) => (
  <div className={field.before === null ? undefined : css.changed}>
    <dt>{field.label}</dt>
    <dd>
      {field.before === null ? (
        <span className={css.value}>{field.text}</span>
      ) : (
        <>
          <Tag>已改动</Tag> <ins className={css.value}>{field.text}</ins>{' '}
          <span className={css.old}>
            原为 <del>{field.before}</del>
          </span>
        </>
      )}
      {field.type === 'phone' && may && (
        <RevealButton
          label={field.label}
          of={`declaration:${id}:${markOf(field.path)}`}
          load={(reason) => call(review.reveal, { body: { id, path: field.path, reason } }, { silent: true })}
        />
      )}
      <Asked text={field.asked} />
    </dd>
  </div>
)

const Material = ({ material: m }: { material: ShownMaterial }) => (
  <li className={m.changed ? css.changed : undefined}>
    <p>
      <strong>{m.name}</strong> {m.required ? '' : <span className={css.note}>选交</span>} {m.changed && <Tag>已改动</Tag>}
    </p>
    {m.files.length === 0 && <p>{m.required ? <StatusTag tone="urgent">未提交</StatusTag> : <span className={css.note}>未提交</span>}</p>}
    {m.files.map((f) => (
      <div key={f.filePath} className={css.file}>
        <span>
          {f.fileName} <span className={css.note}>{showSize(f.size)}</span> {f.isNew && <Tag>新上传</Tag>}
        </span>
        <FileLinks file={f} />
      </div>
    ))}
    {m.removed.map((f) => (
      <p key={f.filePath} className={css.old}>
        原为 <del>{f.fileName}</del>
      </p>
    ))}
    <Asked text={m.asked} />
  </li>
)
