import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { authStatuses, company } from '../../../contract/company.ts'
import type { Data } from '../../../contract/endpoint.ts'
import { USER_TYPE_ENTERPRISE } from '../../../contract/constants.ts'
import { call } from '../../api.ts'
import { useCloseQuestion } from '../../kit/dialog/use-close-question.ts'
import { focusField } from '../../kit/form/focus-error.ts'
import { StickyBox } from '../../kit/form/sticky-box.tsx'
import { TypedContext, type TypedGate } from '../../kit/form/typed-gate.ts'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { useUser } from '../../session.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { ArchiveGroup, factId } from './archive-group.client.tsx'
import { archiveKey, archiveKeyOf } from './archive-key.ts'
import { AuthChip, AuthorizationPanel } from './authorization-panel.tsx'
import { BusinessTypePrompt } from './business-type-prompt.tsx'
import { Completeness } from './completeness.tsx'
import { ExpansionTables } from './expansion-tables.client.tsx'
import css from './enterprise-archive.module.css'
import { OwnTags } from '../../tag/index.ts'

const Relations = lazyPart(() => import('./relations.client.tsx').then((m) => m.Relations))
const ArchiveUnlocks = lazyPart(() => import('./archive-unlocks.tsx').then((m) => m.ArchiveUnlocks))

/** Height of the workbench's fixed header. */
const WORK_HEADER = 57

/** 企业档案: the company's own archive. Staff with the right open that of a company that granted its consent (`?companyId=`). */
export default function EnterpriseArchive() {
  const own = useUser()?.type === USER_TYPE_ENTERPRISE
  const client = useQueryClient()
  const [params] = useSearchParams()
  const named = params.get('companyId') ?? ''
  const asked = !own && /^[1-9]\d{0,14}$/.test(named) ? Number(named) : null
  const [editing, setEditing] = useState<string | null>(null)
  const [gate] = useState<TypedGate>(() => new Set())
  const next = useRef<() => void>(() => {})
  const ask = useCloseQuestion(() => next.current())
  const query = useQuery({
    queryKey: archiveKeyOf(asked),
    queryFn: () => call(company.archive, { query: asked === null ? {} : { companyId: asked } }, { silent: true }),
    retry: false,
  })
  const dictionaries = useQuery({
    queryKey: ['company', 'dictionaries'],
    queryFn: () => call(company.dictionaries, {}, { silent: true }),
    staleTime: Infinity,
    retry: false,
  })
  const failed = query.error ?? dictionaries.error
  if (failed)
    return (
      <ErrorState
        error={failed}
        onRetry={() => {
          void query.refetch()
          void dictionaries.refetch()
        }}
      />
    )
  if (!query.data || !dictionaries.data) return <p role="status">正在加载…</p>
  const archive = query.data
  const refresh = () => client.invalidateQueries({ queryKey: archiveKey })

  /** Opens one form at a time; asks first when the open form has unsaved input. */
  const open = (group: string, then: () => void = () => {}) => {
    next.current = () => {
      setEditing(group)
      then()
    }
    ask(editing !== group && [...gate].some((typed) => typed()))
  }

  /** Opens the form of the group when the company may edit the field, then focuses the field. */
  const goTo = (key: string, group: string) => {
    const field = archive.groups.find((g) => g.group === group)?.fields.find((f) => f.key === key)
    if (!field?.editable) {
      focusField(factId(key))
      return
    }
    const find = (tries: number) => {
      const control = document.querySelector(`[id^="f"][id$="_${CSS.escape(key)}"]`)
      if (control) focusField(control.id)
      else if (tries > 0) requestAnimationFrame(() => find(tries - 1))
    }
    open(group, () => requestAnimationFrame(() => find(60)))
  }
  return (
    <div className={`${css.page} ${css.withIndex}`}>
      <section className={css.panel} aria-labelledby="archive-title">
        <header className={css.head}>
          <h1 id="archive-title">{archive.companyName}</h1>
          {!own && <AuthChip status={archive.authStatus} />}
        </header>
        <Completeness percent={archive.completeness} />
        {archive.missing.length > 0 ? (
          <div className={css.missing}>
            <p>还差 {archive.missing.length} 项必备信息：</p>
            <ul>
              {archive.missing.map((m) => (
                <li key={m.key}>
                  {own ? (
                    <button type="button" onClick={() => goTo(m.key, m.group)}>
                      {m.label}
                    </button>
                  ) : (
                    m.label
                  )}
                </li>
              ))}
            </ul>
          </div>
        ) : (
          <p className={css.note}>必备信息已齐全。</p>
        )}
        {own && archive.authStatus === authStatuses.granted && <ArchiveUnlocks archive={archive} onGo={goTo} />}
      </section>
      <StickyBox offset={WORK_HEADER}>
        <Groups archive={archive} />
      </StickyBox>
      <div className={css.page}>
        {own && <AuthorizationPanel />}
        {own && <OwnTags />}
        <TypedContext value={gate}>
          {archive.groups.map((g) => (
            <ArchiveGroup
              key={g.group}
              archive={archive}
              group={g}
              dictionaries={dictionaries.data}
              editing={editing === g.group}
              onEdit={(on) => (on ? open(g.group) : setEditing(null))}
              asked={asked}
            />
          ))}
        </TypedContext>
        {own && <BusinessTypePrompt companyId={archive.companyId} onSaved={refresh} />}
        <ExpansionTables companyId={archive.companyId} tables={archive.tables} own={own} refresh={refresh} />
        <Relations companyId={archive.companyId} own={own} />
      </div>
    </div>
  )
}

/** Links to the groups and tables, with the number of filled fields. */
function Groups({ archive }: { archive: Data<typeof company.archive> }) {
  return (
    <nav className={css.jump} aria-label="档案分组">
      <ul>
        {archive.groups.map((g) => (
          <li key={g.group}>
            <a href={`#group-${g.group}`}>
              {g.group}
              <span className="num">
                {' '}
                {g.filled}/{g.total}
              </span>
            </a>
          </li>
        ))}
        {archive.tables.map(({ table, total }) => (
          <li key={table.id}>
            <a href={`#table-${table.id}`}>
              {table.tableName}
              <span className="num"> {total}</span>
            </a>
          </li>
        ))}
        <li>
          <a href="#relations">关联企业（双方确认）</a>
        </li>
      </ul>
    </nav>
  )
}
