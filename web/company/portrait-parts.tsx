import { Button, Table } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Portrait, PortraitRecords as Records } from '../../contract/portrait.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { BarChart } from '../kit/chart/bar-chart.tsx'
import { StatusTag } from '../kit/status-tag.tsx'
import { showNumber } from '../kit/form/values.ts'
import { Verdict } from '../matching/index.ts'
import { EmptyState } from '../kit/table/table-states.tsx'
import { money } from '../kit/money.ts'
import { CompanyTagDrawer, TagMark } from '../tag/index.ts'
import css from './archive/enterprise-archive.module.css'

/** The company's tags; a click on one shows its reason. */
export function PortraitTags({ tags, company }: { tags: Portrait['tags']; company: { id: number; companyName: string } }) {
  const [open, setOpen] = useState(false)
  return (
    <p style={{ margin: '12px 0 0' }}>
      <strong>标签　</strong>
      {tags.length === 0 && '无'}
      {tags.map((t) => (
        <TagMark key={t.id} colour={t.colour} smart={t.smartFlag === 1}>
          {t.tagName}
        </TagMark>
      ))}
      <Button type="link" size="small" data-print="hide" onClick={() => setOpen(true)}>
        为什么
      </Button>
      <CompanyTagDrawer company={open ? company : null} onClose={() => setOpen(false)} />
    </p>
  )
}

export function PortraitRisks({ risks }: { risks: Portrait['risks'] }) {
  if (!risks) return null
  return (
    <p style={{ margin: '8px 0 0' }}>
      <strong>风险　</strong>
      {risks.length === 0 ? (
        <StatusTag tone="done">档案中没有风险记录</StatusTag>
      ) : (
        risks.map((r) => (
          <span key={r.riskName} style={{ marginRight: 8 }}>
            <StatusTag tone={r.blocking ? 'refused' : 'waiting'}>
              {r.riskName}
              {r.blocking ? '（不可申报）' : '（提醒）'}
            </StatusTag>
          </span>
        ))
      )}
    </p>
  )
}

/** Finance figures of three years; the caption of the chart gives the change. */
export function PortraitFinance({ finance }: { finance: NonNullable<Portrait['finance']> }) {
  const [before, now] = finance.series[0]!.values.slice(-2)
  const change = before && now ? (now - before) / before : null
  const title =
    change === null
      ? '近三年经营数据'
      : `上年营业收入比前年${change >= 0 ? '增长' : '下降'} ${showNumber(Math.abs(Math.round(change * 1000) / 10))}%`
  return (
    <section className={css.panel} aria-labelledby="portrait-finance">
      <h2 id="portrait-finance">经营数据</h2>
      <BarChart title={title} unit="万元" nameLabel="年度" height={300} names={finance.names} series={finance.series} />
    </section>
  )
}

export function PortraitPolicies({ policies: { counts, list } }: { policies: NonNullable<Portrait['policies']> }) {
  return (
    <section className={css.panel} aria-labelledby="portrait-policies">
      <header className={css.head}>
        <h2 id="portrait-policies">政策匹配</h2>
        <span>
          符合 {counts.match} 项，差一点 {counts.near} 项，待补信息 {counts.unknown} 项，不符合 {counts.nomatch} 项
        </span>
      </header>
      <Table
        rowKey="policyId"
        size="middle"
        pagination={false}
        {...(list.length > 0 ? { scroll: { x: 720 } } : {})}
        dataSource={list}
        locale={{ emptyText: <EmptyState /> }}
        columns={[
          {
            title: '政策',
            dataIndex: 'title',
            render: (title: string, p) => <Link to={`/page/policyserverdetail?id=${p.policyId}`}>{title}</Link>,
          },
          { title: '发文部门', dataIndex: 'issuer', width: 180 },
          { title: '结果', dataIndex: 'verdict', width: 110, render: (v: (typeof list)[number]['verdict']) => <Verdict verdict={v} /> },
          {
            title: '预计金额',
            key: 'amount',
            width: 190,
            align: 'right',
            render: (_, p) => (p.max === null ? '无' : p.min === p.max ? money(p.max) : `${money(p.min ?? 0)} – ${money(p.max)}`),
          },
          { title: '申报截止', dataIndex: 'applyTo', width: 120, render: (v: string | null) => v ?? '无' },
        ]}
      />
    </section>
  )
}

/** The records that one domain has about the company. */
export function PortraitRecords({ records: { kind, title, total, unit, sums, columns, rows } }: { records: Records }) {
  const id = `portrait-${kind}`
  return (
    <section className={css.panel} aria-labelledby={id}>
      <header className={css.head}>
        <h2 id={id}>{title}</h2>
        <span>{[`共 ${total} ${unit}`, ...sums.map(({ label, amount }) => `${label} ${money(amount)}`)].join('，')}</span>
      </header>
      <Table
        rowKey="id"
        size="middle"
        pagination={false}
        {...(rows.length > 0 ? { scroll: { x: 640 } } : {})}
        dataSource={rows}
        locale={{ emptyText: <EmptyState /> }}
        columns={columns.map((column, place) => ({
          title: column.title,
          key: place,
          ...(column.width === undefined ? {} : { width: column.width }),
          ...(column.kind === 'money' ? { align: 'right' as const } : {}),
          render: (_, row: Records['rows'][number]) => cellText(column.kind, row.cells[place] ?? null),
        }))}
      />
    </section>
  )
}

function cellText(kind: Records['columns'][number]['kind'], cell: string | number | null): string {
  if (cell === null) return '无'
  if (kind === 'money') return money(Number(cell))
  return kind === 'time' ? localMinute(String(cell)) : String(cell)
}
