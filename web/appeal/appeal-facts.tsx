import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { FactList } from '../kit/fact-list.tsx'
import { appealCodes, appealMoveTones, appealScores } from '../../contract/appeal/states.ts'
import type { AppealDetail } from '../../contract/appeal.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import { Timeline } from '../kit/timeline.tsx'
import { FileLink } from '../kit/upload/stored-file-view.tsx'
import css from './appeal.module.css'
import { AppealState, dayOf, PromisedDay } from './words.tsx'

const parts = { main: '主办', assist: '协办', former: '曾办' } as const

const officeWords = ({ name, part, assistedAt }: AppealDetail['offices'][number]): string =>
  `${name}（${parts[part]}${assistedAt === null ? '' : `，${localMinute(assistedAt)} 已提意见`}）`

const Files = ({ files }: { files: AppealDetail['files'] }) =>
  files.length > 0 && (
    <ul className={css.files}>
      {files.map((file) => (
        <li key={file.filePath}>
          <FileLink filePath={file.filePath} name={file.fileName} />
        </li>
      ))}
    </ul>
  )

/** The record from which the appeal was started, as a link when the reader may see it. */
const OriginOf = ({ from }: { from: NonNullable<AppealDetail['from']> }) =>
  from.to === null ? (
    from.kindName
  ) : (
    <>
      {from.kindName}：<Link to={from.to}>{from.title}</Link>
    </>
  )

/** The due time of the first reply, and the time when it was given. */
const FirstReply = ({ due, at }: NonNullable<AppealDetail['firstReply']>) => (
  <>
    {at === null ? (
      <>
        应于 <span className="num">{dayOf(due)}</span> 前{' '}
      </>
    ) : (
      <span className="num">{localMinute(at)} </span>
    )}
    {Date.parse(at ?? new Date().toISOString()) > Date.parse(due) && (
      <StatusTag tone="urgent">{at === null ? '已超期' : '迟于期限'}</StatusTag>
    )}
  </>
)

/** One appeal: content, state, answers and history. `contact`: the contact person, with a button to see the full number. */
export function AppealFacts({ appeal: a, contact, children }: { appeal: AppealDetail; contact: ReactNode; children?: ReactNode }) {
  const facts: [string, ReactNode][] = [
    ['编号', a.appealNo ?? '提交后生成'],
    ['类型', a.typeName || '无'],
    ['提出人', a.companyName ?? a.userName],
    ['联系人', contact],
    ['来源', a.sourceTypeName],
    ...(a.from ? ([['由来', OriginOf({ from: a.from })]] as [string, ReactNode][]) : []),
    ['镇街', a.streetName ?? a.streetId ?? '无'],
    ['提交时间', localMinute(a.submitTime) || '无'],
    ...(a.firstReply ? ([['首次答复', FirstReply(a.firstReply)]] as [string, ReactNode][]) : []),
    ['承诺办结', PromisedDay({ row: a })],
    ['办理部门', a.offices.map(officeWords).join('、') || '尚未转办'],
  ]
  return (
    <div className={css.stack}>
      <h3>{a.title}</h3>
      <p className={css.line}>
        <AppealState row={a} />
        {a.redone && <span className="meta">已要求重办</span>}
        {a.urgeCount > 0 && <span className="meta">已催办 {a.urgeCount} 次</span>}
      </p>
      {a.pause && (
        <p className={css.over} role="note">
          {localMinute(a.pause.since)} 起暂停计时：{a.pause.kind}。{a.pause.reason}
        </p>
      )}
      {a.state === appealCodes.code.back && a.backReason && <p className={css.over}>退回原因：{a.backReason}</p>}
      {children}
      <FactList className={css.facts} facts={facts} />
      {a.pausedDays > 0 && <p className={css.note}>暂停计时共 {a.pausedDays} 个工作日，承诺办结日已相应顺延。</p>}
      <h4>诉求内容</h4>
      <p className={css.words}>{a.content}</p>
      <Files files={a.files} />
      {a.policy && (
        <p>
          相关政策：<Link to={`/page/policyserverdetail?id=${a.policy.id}`}>{a.policy.title}</Link>
        </p>
      )}
      {a.dealContent !== null && (
        <section className={css.answer} aria-label="办理结果">
          <h4>
            办理结果{a.result && `：${a.result}`}
            {a.dealtBy && <span className="meta"> {a.dealtBy}</span>}
          </h4>
          <p className={css.words}>{a.dealContent}</p>
          <Files files={a.dealFiles} />
          {a.opinion && <p className="meta">审核意见：{a.opinion}</p>}
        </section>
      )}
      {a.score !== null && (
        <p>
          评价：{appealScores[a.score]}
          {a.evaluateContent && `，${a.evaluateContent}`}
        </p>
      )}
      <h4>办理过程</h4>
      <Timeline
        entries={a.steps.toReversed().map((step) => ({
          at: step.at,
          who: step.by,
          tone: appealMoveTones[step.move] ?? 'running',
          title: step.name,
          text: [step.detail, step.reason].filter(Boolean).join('。') || null,
        }))}
      />
    </div>
  )
}
