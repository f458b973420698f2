import { Button, Table, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { allowanceStateLabels, type AllowanceState } from '../../contract/declaration/allowance-states.ts'
import { declarationStates, stateOfCode } from '../../contract/declaration/states.ts'
import type { Portrait } from '../../contract/portrait.ts'
import { localMinute } from '../declaration/index.ts'
import { BarChart } from '../kit/bar-chart.tsx'
import { StatusTag } from '../kit/status-tag.tsx'
import { showNumber } from '../kit/values.ts'
import { Verdict } from '../matching/index.ts'
import { money } from '../policy/index.ts'
import { CompanyTagDrawer } from './company-tag-drawer.tsx'
import css from './enterprise-archive.module.css'
import { TagMark } from './tag-mark.tsx'

/** The tags; one opens why the company carries it. */
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

/** Money of three years; the chart says what changed. */
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
        scroll={{ x: 720 }}
        dataSource={list}
        locale={{ emptyText: '没有你想要的数据' }}
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

/** Subsidies of the company: what was granted, published and paid (spec §2: 企业画像 shows subsidies). */
export const PortraitAllowances = ({ allowances: { total, paidAmount, list } }: { allowances: NonNullable<Portrait['allowances']> }) => (
  <Records
    id="portrait-allowances"
    title="补贴记录"
    sum={`共 ${total} 笔，已拨付 ${money(paidAmount)}`}
    rows={list}
    columns={[
      { title: '年度', dataIndex: 'year', width: 80 },
      { title: '项目', dataIndex: 'projectName' },
      { title: '主管部门', dataIndex: 'officeName', width: 170, render: (v: string | null) => v ?? '无' },
      { title: '状态', dataIndex: 'state', width: 100, render: (v: AllowanceState) => allowanceStateLabels[v] },
      { title: '拨付日期', dataIndex: 'payDate', width: 120, render: (v: string | null) => v ?? '无' },
      { title: '金额', dataIndex: 'amount', width: 130, align: 'right', render: (v: number) => money(v) },
    ]}
  />
)

export const PortraitDeclarations = ({
  declarations: { total, approvedAmount, list },
}: {
  declarations: NonNullable<Portrait['declarations']>
}) => (
  <Records
    id="portrait-declarations"
    title="申报记录"
    sum={`共 ${total} 件，核定 ${money(approvedAmount)}`}
    rows={list}
    columns={[
      { title: '受理号', dataIndex: 'declareNo', width: 180, render: (v: string | null) => v ?? '无' },
      { title: '项目', dataIndex: 'projectName' },
      { title: '状态', dataIndex: 'state', width: 110, render: (v: number) => declarationStates[stateOfCode(v)].internal },
      { title: '提交时间', dataIndex: 'submitTime', width: 160, render: (v: string | null) => (v ? localMinute(v) : '无') },
      {
        title: '核定金额',
        dataIndex: 'approvedAmount',
        width: 130,
        align: 'right',
        render: (v: number | null) => (v === null ? '无' : money(v)),
      },
    ]}
  />
)

interface RecordsProps<Row> {
  id: string
  title: string
  sum: string
  rows: readonly Row[]
  columns: TableColumnsType<Row>
}
function Records<Row extends { id: number }>({ id, title, sum, rows, columns }: RecordsProps<Row>) {
  return (
    <section className={css.panel} aria-labelledby={id}>
      <header className={css.head}>
        <h2 id={id}>{title}</h2>
        <span>{sum}</span>
      </header>
      <Table
        rowKey="id"
        size="middle"
        pagination={false}
        scroll={{ x: 640 }}
        dataSource={rows}
        locale={{ emptyText: '没有你想要的数据' }}
        columns={columns}
      />
    </section>
  )
}
