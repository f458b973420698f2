import { ScrollingTable } from '../../kit/table/scrolling-table.tsx'
import { Link } from 'react-router'
import { verdicts } from '../../../contract/matching.ts'
import type { CaseOutcome } from '../../../contract/matching/forms.ts'
import { StatusTag } from '../../kit/status-tag.tsx'
import styles from './dry-run.module.css'
import { money } from '../../kit/money.ts'

const said = (verdict: CaseOutcome['verdict'], wan: number | null) => `${verdicts[verdict]}${wan === null ? '' : `，${money(wan)}`}`

/** The results of a rule for the stored cases of its policy, differing ones first. */
export function RuleCases({ policyId, outcomes }: { policyId: number; outcomes: readonly CaseOutcome[] }) {
  const kept = <Link to={`/work/policyCalcManage?tab=cases&policyId=${policyId}`}>样例管理</Link>
  if (outcomes.length === 0) return <p className={styles.hint}>这项政策还没有样例，可在{kept}中添加。</p>
  const differing = outcomes.filter((o) => !o.agrees)
  return (
    <>
      <p className={styles.hint}>
        {outcomes.length} 个样例，{differing.length === 0 ? '全部与预期一致' : `${differing.length} 个与预期不一致`}。{kept}
      </p>
      <ScrollingTable<CaseOutcome>
        rowKey="caseId"
        size="small"
        scroll={{ x: 560 }}
        pagination={{ pageSize: 10, showSizeChanger: false, hideOnSinglePage: true }}
        dataSource={[...differing, ...outcomes.filter((o) => o.agrees)]}
        columns={[
          { title: '样例', dataIndex: 'name' },
          {
            title: '结论',
            width: 90,
            render: (_, o) => <StatusTag tone={o.agrees ? 'done' : 'refused'}>{o.agrees ? '一致' : '不一致'}</StatusTag>,
          },
          { title: '预期', render: (_, o) => said(o.expect, o.expectAmount) },
          { title: '按此规则', render: (_, o) => said(o.verdict, o.amount) },
          { title: '原因', render: (_, o) => o.because.join('、') || '无' },
        ]}
      />
    </>
  )
}
