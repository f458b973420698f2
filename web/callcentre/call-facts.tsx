import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { callData, type CallRow } from '../../contract/callcentre/calls.ts'
import { call } from '../api.ts'
import { localTime } from '../kit/date/local-time.ts'
import { RevealButton } from '../kit/dialog/reveal-button.tsx'
import { FactList } from '../kit/fact-list.tsx'
import { useCan } from '../session.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import css from './ecall.module.css'
import { CallState, showSeconds } from './words.tsx'

const Recording = lazyPart(() => import('./recording.tsx').then((m) => m.Recording))

/** A call that is not registered yet, in one line: the form below takes its result. */
export const CallInBrief = ({ row }: { row: CallRow }) => (
  <p className={css.bar}>
    <CallState row={row} /> <strong className="num">{row.phone}</strong>
    <span className={css.small}>{[row.directionName, row.companyName ?? '未关联企业', `${localTime(row.startTime)} 起`].join(' · ')}</span>
  </p>
)

/** All facts of one call: time, participants, result. */
export function CallFacts({ row }: { row: CallRow }) {
  const can = useCan()
  const clear = (field: 'contact' | 'phone') => (reason: string) =>
    call(callData.reveal, { body: { id: row.id, field, reason } }, { silent: true })
  const facts: [string, ReactNode][] = [
    ['方向', row.directionName],
    [
      '号码',
      <>
        <span className="num">{row.phone}</span>{' '}
        {row.phone.includes('*') && <RevealButton label="号码" of={`call-phone:${row.id}`} load={clear('phone')} />}
      </>,
    ],
    [
      '联系人',
      row.contact ? (
        <>
          {row.contact} {row.contact.includes('*') && <RevealButton label="联系人" of={`call-contact:${row.id}`} load={clear('contact')} />}
        </>
      ) : (
        '未填写'
      ),
    ],
    ['企业', row.companyName ?? '未关联企业'],
    ['坐席', row.agentName ?? '无'],
    [
      '开始',
      <span key="start" className="num">
        {localTime(row.startTime)}
      </span>,
    ],
    ['通话时长', showSeconds(row.seconds)],
    ['类型', row.typeName || '未选择'],
    ['处理结果', row.resultName || '未登记'],
    ...(row.officeName ? ([['转往部门', row.officeName]] as [string, string][]) : []),
    ...(row.appealNo
      ? ([['诉求', can('appeal:read') ? <Link to={`/work/adminAppeal?id=${row.appealId}`}>{row.appealNo}</Link> : row.appealNo]] as [
          string,
          ReactNode,
        ][])
      : []),
    ...(row.byHand ? ([['来源', '手工登记或导入']] as [string, string][]) : []),
  ]
  return (
    <div className={css.stack}>
      <p>
        <CallState row={row} />
      </p>
      <FactList className={css.facts} facts={facts} />
      <div>
        <h4>内容</h4>
        <p className={css.words}>{row.content || '未登记'}</p>
      </div>
      {row.recording && <Recording filePath={row.recording} />}
    </div>
  )
}
