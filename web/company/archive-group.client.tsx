import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { z } from 'zod'
import { company, type Archive, type ArchiveField } from '../../contract/company.ts'
import { ApiError, call } from '../api.ts'
import { RecordForm } from '../kit/record-form.tsx'
import { TrustedBadge } from '../kit/status-tag.tsx'
import { toast } from '../toast.ts'
import { changedValues, factText, formFieldOf, movedValues, startValues, type Dictionaries } from './archive-values.ts'
import css from './enterprise-archive.module.css'

export const archiveKey = ['company', 'archive'] as const
export const factId = (key: string) => `fact-${key}`

interface Props {
  archive: Archive
  group: Archive['groups'][number]
  dictionaries: Dictionaries
  editing: boolean
  onEdit(on: boolean): void
}

/** One group of facts: each with source and date; those the company reports can be changed in a form. */
export function ArchiveGroup({ archive, group, dictionaries, editing, onEdit }: Props) {
  const editable = group.fields.filter((f) => f.editable)
  const shown = editing ? group.fields.filter((f) => !f.editable) : group.fields
  return (
    <section className={css.panel} aria-labelledby={`group-${group.group}`}>
      <header className={css.head}>
        <h2 id={`group-${group.group}`}>{group.group}</h2>
        <span className="meta num">
          已填 {group.filled} / {group.total}
        </span>
        {editable.length > 0 && !editing && (
          <Button onClick={() => onEdit(true)} aria-label={`编辑${group.group}`}>
            编辑
          </Button>
        )}
      </header>
      {editing && <GroupForm archive={archive} fields={editable} dictionaries={dictionaries} onDone={() => onEdit(false)} />}
      {editing && shown.length > 0 && <p className={css.note}>以下数据来自主管部门，如有出入请向数据来源部门申请更正。</p>}
      {shown.length > 0 && (
        <dl className={css.facts}>
          {shown.map((f) => (
            <Fact key={f.key} field={f} text={factText(f, dictionaries)} />
          ))}
        </dl>
      )}
    </section>
  )
}

const Fact = ({ field, text }: { field: ArchiveField; text: string }) => (
  <div id={factId(field.key)} tabIndex={-1}>
    <dt>
      {field.label}
      {field.core && (
        <span className={css.core} title="计入信息完整度">
          必备
        </span>
      )}
    </dt>
    <dd className="num">{text}</dd>
    {field.source && (
      <dd className={css.source}>
        {field.source === '企业填报' ? (
          <span className="tag">企业填报{field.asOf ? ` ${field.asOf}` : ''}</span>
        ) : (
          <TrustedBadge source={field.source} {...(field.asOf ? { asOf: field.asOf } : {})} />
        )}
      </dd>
    )}
  </div>
)

/** Saves only what was changed. When the archive moved on meanwhile, the typing stays and the newer values are named. */
function GroupForm({
  archive,
  fields: now,
  dictionaries,
  onDone,
}: {
  archive: Archive
  fields: readonly ArchiveField[]
  dictionaries: Dictionaries
  onDone(): void
}) {
  const [fields] = useState(now)
  const client = useQueryClient()
  const version = useRef(archive.version)
  const [moved, setMoved] = useState<{ label: string; text: string }[] | null>(null)
  const before = useMemo(() => startValues(fields), [fields])
  const schema = useMemo(() => z.object(Object.fromEntries(fields.map((f) => [f.key, ruleOf(f).optional()]))), [fields])
  const formFields = useMemo(() => fields.map((f) => formFieldOf(f, dictionaries)), [fields, dictionaries])

  const save = async (after: Record<string, unknown>) => {
    const values = changedValues(fields, before, after)
    if (Object.keys(values).length === 0) {
      toast.info('没有改动')
      onDone()
      return
    }
    try {
      const saved = await call(company.saveArchive, { body: { version: version.current, values } }, { silent: true })
      toast.success(`已保存 ${saved.changed} 项，信息完整度 ${saved.completeness}%`)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CONFLICT') {
        const latest = await client.fetchQuery({ queryKey: archiveKey, queryFn: () => call(company.archive, { query: {} }), staleTime: 0 })
        version.current = latest.version
        setMoved(movedValues(fields, latest, dictionaries))
        throw { code: error.code, message: '本次没有保存，请核对后再次保存', traceId: error.traceId }
      }
      throw atFields(error)
    }
    await client.invalidateQueries({ queryKey: archiveKey })
    onDone()
  }
  return (
    <>
      {moved && (
        <div className={css.moved} role="status">
          <p>档案已在别处更新，您填写的内容仍保留；核对后再次保存，只会写入您改动的项。</p>
          {moved.length > 0 && (
            <ul>
              {moved.map((m) => (
                <li key={m.label}>
                  {m.label}：现为 {m.text}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      <RecordForm schema={schema} fields={formFields} initial={before} onSubmit={save} onCancel={onDone} />
    </>
  )
}

/** The server names a place `values.<key>`; the form knows `<key>`. */
function atFields(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.fields.length === 0) return error
  return {
    code: error.code,
    message: error.message,
    traceId: error.traceId,
    fields: error.fields.map((f) => ({ ...f, path: f.path.replace(/^(body\.)?values\./, '') })),
  }
}

/** Rules that can be said before asking the server; it checks again. */
function ruleOf(field: ArchiveField): z.ZodType {
  switch (field.type) {
    case 'number':
    case 'integer': {
      let rule = z.number({ error: '应为数字' })
      if (field.type === 'integer') rule = rule.int('应为整数')
      if (field.min !== null) rule = rule.min(field.min, `不能小于 ${field.min}`)
      if (field.max !== null) rule = rule.max(field.max, `不能大于 ${field.max}`)
      return rule
    }
    case 'multiEnum':
      return z.array(z.string()).max(50)
    default:
      return z.string({ error: '内容不正确' }).max(500, '不能超过 500 字')
  }
}
