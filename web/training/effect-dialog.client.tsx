import { useQuery } from '@tanstack/react-query'
import { Modal, Table } from 'antd'
import { effect, FEWEST, type EffectGroup } from '../../contract/training/effect.ts'
import type { ActivityItem } from '../../contract/training/activity.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { readFailure } from '../kit/failure.ts'

const verdicts = { match: '符合', near: '差一点', unknown: '待补信息', nomatch: '不符合' } as const
const keys = Object.keys(verdicts) as (keyof typeof verdicts)[]

/** The companies' policy results before the activity and today, compared with those of invited companies that did not come. */
export function EffectDialog({ row, onClose }: { row: ActivityItem; onClose(): void }) {
  const { data, error } = useQuery({
    queryKey: ['training', 'effect', row.id],
    queryFn: () => call(effect.effect, { query: { id: row.id } }, { silent: true }),
    gcTime: 0,
    retry: false,
  })
  return (
    <Modal title={`“${row.title}”有没有用`} open onCancel={onClose} footer={null} width={720}>
      {error && <p role="alert">{readFailure(error).message}</p>}
      {!data && !error && <p role="status">正在加载…</p>}
      {data && !data.since && <p>报名截止后记下参加企业对《{data.policyTitle}》的结论，此后可以与当天的结论比较。</p>}
      {data?.since && (
        <>
          <p className="meta">
            《{data.policyTitle}》的判定结果，{localMinute(data.since).slice(0, 10)} 与今天比较；只计授权使用档案的企业。
          </p>
          <Group name="参加的企业" of={data.attended} />
          <Group name="邀请了没有参加的企业" of={data.absent} />
        </>
      )}
    </Modal>
  )
}

function Group({ name, of }: { name: string; of: EffectGroup }) {
  const { companies, was, now, turned, declared, paid, paidAmount } = of
  return (
    <section style={{ marginTop: 16 }}>
      <h3>
        {name}：{companies} 家{turned !== null && `，${turned} 家由差一点变为符合`}
      </h3>
      {declared !== null && (
        <p>
          此后 {declared} 家申报{paid !== null && paid > 0 ? `，${paid} 家获得拨付，共 ${paidAmount} 万元` : '，还没有拨付'}。
        </p>
      )}
      {was && now ? (
        <Table
          size="small"
          rowKey="when"
          pagination={false}
          columns={[{ title: '', dataIndex: 'when' }, ...keys.map((key) => ({ title: verdicts[key], dataIndex: key, className: 'num' }))]}
          dataSource={[
            { when: '活动前', ...was },
            { when: '今天', ...now },
          ]}
        />
      ) : (
        <p className="meta">不足 {FEWEST} 家，不显示结论。</p>
      )}
    </section>
  )
}
