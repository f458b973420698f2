import { Button } from 'antd'
import { companyRegister } from '../../../contract/company/register.ts'
import type { Archive, ArchiveField } from '../../../contract/company.ts'
import { call } from '../../api.ts'
import { TrustedBadge } from '../../kit/status-tag.tsx'
import { GroupForm } from './archive-form.client.tsx'
import { factText, type Dictionaries } from './archive-values.ts'
import css from './enterprise-archive.module.css'
import { RevealButton } from '../../kit/dialog/reveal-button.tsx'

export const factId = (key: string) => `fact-${key}`

interface Props {
  archive: Archive
  group: Archive['groups'][number]
  dictionaries: Dictionaries
  editing: boolean
  onEdit(on: boolean): void
  /** the company whose archive staff read; null: the company's own archive */
  asked: number | null
}

/** One group of facts, each with source and date; facts that the reader may change are edited in a form. */
export function ArchiveGroup({ archive, group, dictionaries, editing, onEdit, asked }: Props) {
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
      {editing && (
        <GroupForm
          archive={archive}
          group={group.group}
          fields={editable}
          dictionaries={dictionaries}
          asked={asked}
          onDone={() => onEdit(false)}
        />
      )}
      {editing && shown.length > 0 && (
        <p className={css.note}>
          {asked === null ? '以下数据来自主管部门，如有出入请向数据来源部门申请更正。' : '企业名称与统一社会信用代码在登记信息中维护。'}
        </p>
      )}
      {shown.length > 0 && (
        <dl className={css.facts}>
          {shown.map((f) => (
            <Fact key={f.key} field={f} text={factText(f, dictionaries)} companyId={archive.companyId} />
          ))}
        </dl>
      )}
    </section>
  )
}

const Fact = ({ field, text, companyId }: { field: ArchiveField; text: string; companyId: number }) => (
  <div id={factId(field.key)} tabIndex={-1}>
    <dt>
      {field.label}
      {field.core && (
        <span className={css.core} title="计入信息完整度">
          必备
        </span>
      )}
    </dt>
    <dd className="num">
      {text}{' '}
      {field.masked && (
        <RevealButton
          label={field.label}
          of={`archive-${field.key}:${companyId}`}
          load={(reason) =>
            call(companyRegister.reveal, { body: { id: companyId, field: field.key as 'contactPhone', reason } }, { silent: true })
          }
        />
      )}
    </dd>
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
