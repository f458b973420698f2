import { useQueryClient } from '@tanstack/react-query'
import { Select } from 'antd'
import { useMemo, useRef, useState, type ComponentType } from 'react'
import { z } from 'zod'
import { company, STAFF_SOURCE, staffSources, type Archive, type ArchiveField, type FactSource } from '../../../contract/company.ts'
import { ApiError, call } from '../../api.ts'
import type { ControlProps } from '../../kit/form/fields.ts'
import { IndustryPicker } from '../../kit/choose/industry-picker.tsx'
import { RecordForm, type RunTimeSchema } from '../../kit/form/record-form.tsx'
import { RegionPicker } from '../../kit/choose/region-picker.tsx'
import { TechFieldPicker } from '../../kit/choose/tech-field-picker.tsx'
import { toast } from '../../toast.ts'
import { archiveKey, archiveKeyOf } from './archive-key.ts'
import { changedValues, formFieldOf, movedValues, startValues, type Dictionaries } from './archive-values.ts'
import css from './enterprise-archive.module.css'
import { reasonField, reasonRule } from '../staff-reason.client.tsx'

const UPDATED_ELSEWHERE = '档案已在别处更新，本次没有保存；您填写的内容仍保留，请核对后再次保存，只会写入您改动的项'
/** Codes of a hierarchy are chosen level by level. */
const pickers: Readonly<Record<string, ComponentType<ControlProps>>> = {
  regionCode: RegionPicker,
  industryCode: IndustryPicker,
  techField: TechFieldPicker,
}

/** Saves only changed values. When the archive changed meanwhile, the input stays and the newer values are listed. */
export function GroupForm({
  archive,
  fields: now,
  dictionaries,
  asked,
  group,
  onDone,
}: {
  archive: Archive
  group: string
  fields: readonly ArchiveField[]
  dictionaries: Dictionaries
  /** the company whose archive staff change; null: the company's own archive */
  asked: number | null
  onDone(): void
}) {
  const [opened] = useState(now)
  const [source, setSource] = useState<FactSource>(STAFF_SOURCE)
  const staff = asked !== null
  const fields = useMemo(
    () => (staff ? opened.filter((f) => f.official === null || f.official === source) : opened),
    [opened, staff, source],
  )
  const client = useQueryClient()
  const version = useRef(archive.version)
  const [moved, setMoved] = useState<{ label: string; text: string }[] | null>(null)
  const before = useMemo(() => startValues(opened), [opened])
  const schema = useMemo(
    (): RunTimeSchema =>
      z.object({ ...Object.fromEntries(fields.map((f) => [f.key, ruleOf(f).optional()])), ...(staff ? { reason: reasonRule } : {}) }),
    [fields, staff],
  )
  const formFields = useMemo(
    () => [...fields.map((f) => formFieldOf(f, dictionaries, pickers[f.key])), ...(staff ? [reasonField] : [])],
    [fields, dictionaries, staff],
  )

  const save = async (after: Record<string, unknown>) => {
    const values = changedValues(fields, before, after)
    if (Object.keys(values).length === 0) {
      toast.info('没有改动')
      onDone()
      return
    }
    try {
      const word = staff ? { companyId: asked, source, reason: String(after.reason) } : {}
      const saved = await call(company.saveArchive, { body: { version: version.current, values, ...word } }, { silent: true })
      toast.success(`已保存 ${saved.changed} 项，信息完整度 ${saved.completeness}%`)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CONFLICT') {
        const latest = await client.fetchQuery({
          queryKey: archiveKeyOf(asked),
          queryFn: () => call(company.archive, { query: staff ? { companyId: asked } : {} }),
          staleTime: 0,
        })
        version.current = latest.version
        setMoved(movedValues(fields, latest, dictionaries))
        throw { code: error.code, message: UPDATED_ELSEWHERE, traceId: error.traceId }
      }
      throw atFields(error)
    }
    await Promise.all([client.invalidateQueries({ queryKey: archiveKey }), client.invalidateQueries({ queryKey: ['company', 'detail'] })])
    onDone()
  }
  return (
    <>
      {moved && moved.length > 0 && (
        <ul className={css.moved} role="status" aria-label="别处更新的内容">
          {moved.map((m) => (
            <li key={m.label}>
              {m.label}：现为 {m.text}
            </li>
          ))}
        </ul>
      )}
      {staff && <SourceChoice source={source} onChange={setSource} fields={opened} />}
      <RecordForm
        schema={schema}
        fields={formFields}
        initial={before}
        draft={{ key: `archive:${archive.companyId}:${draftMark(group)}` }}
        onSubmit={save}
        onCancel={onDone}
      />
    </>
  )
}

/** The source in whose name staff change an archive. Fields that only one department may supply appear when that department is chosen. */
function SourceChoice({
  source,
  onChange,
  fields,
}: {
  source: FactSource
  onChange(source: FactSource): void
  fields: readonly ArchiveField[]
}) {
  const waiting = [...new Set(fields.flatMap((f) => (f.official !== null && f.official !== source ? [f.official] : [])))]
  return (
    <div className={`${css.choose} ${css.from}`}>
      <label htmlFor="fact-source">数据来源</label>
      <Select<FactSource>
        id="fact-source"
        value={source}
        onChange={onChange}
        options={staffSources.map((s) => ({ value: s, label: s }))}
        style={{ width: 160 }}
      />
      {waiting.length > 0 && <span className="meta">本组另有数据只能以{waiting.join('、')}为来源修改</span>}
    </div>
  )
}

/** The server names a field `values.<key>`; the form uses `<key>`. */
function atFields(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.fields.length === 0) return error
  return {
    code: error.code,
    message: error.message,
    traceId: error.traceId,
    fields: error.fields.map((f) => ({ ...f, path: f.path.replace(/^(body\.)?values\./, '') })),
  }
}

/** Rules that the form can check before the server does; the server checks again. */
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

/** The name of a group, encoded in the characters that a draft key allows. */
const draftMark = (group: string) => [...group].map((sign) => sign.charCodeAt(0).toString(16)).join('')
