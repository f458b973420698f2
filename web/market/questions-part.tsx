import { useEffect, useState } from 'react'
import { marketKeeping, type Question } from '../../contract/market/keeping.ts'
import { marketKinds, type MarketKind } from '../../contract/market/states.ts'
import { USER_TYPE_OPERATOR } from '../../contract/constants.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { useViewer } from '../session.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { requireLogin } from '../shell/require-login.ts'
import { useSite } from '../shell/root-data.ts'
import styles from './market.module.css'
import { readItem } from './read-item.ts'

const AskDialog = lazyPart(() => import('./ask-dialog.client.tsx').then((m) => m.AskDialog))
const SIZE = 20

/** Whose item it is: of somebody else, of the reader, or of the reader as a person while they act for a company (ADR 1031). */
type Whose = 'others' | 'own' | 'person'
const notAsked = (kind: MarketKind): Readonly<Record<Exclude<Whose, 'others'>, string>> => ({
  own: '这是您发布的信息；别人的提问在“管理”中的“联系与约看”回答。',
  person: `这是您个人的${marketKinds[kind].name}信息，不能以企业身份向自己提问；别人的提问请切回个人身份回答。`,
})

/** 问答 of an item: answered questions for everybody, and the reader's own unanswered ones. The owner answers them in the contacts drawer. */
export function QuestionsPart({ kind, id, title }: { kind: MarketKind; id: number; title: string }) {
  const { ssoUrl } = useSite()
  const type = useViewer()?.type
  const [asking, setAsking] = useState(false)
  const [found, setFound] = useState<{ total: number; list: Question[] } | null>(null)
  const refresh = () =>
    void call(marketKeeping.questions, { query: { kind, id, pageSize: SIZE } }, { silent: true }).then(setFound, () => undefined)
  useEffect(refresh, [kind, id, type])
  // Until it is known the button stays, so that nothing moves for those who may ask.
  const [whose, setWhose] = useState<Whose>('others')
  useEffect(() => {
    setWhose('others')
    if (!type || type === USER_TYPE_OPERATOR) return
    let isLate = false
    void readItem(kind, id, type).then((item) => {
      if (!isLate) setWhose(item?.standing?.mine ? 'own' : item?.ownAsPerson ? 'person' : 'others')
    })
    return () => {
      isLate = true
    }
  }, [kind, id, type])
  return (
    <>
      {!found?.list.length && <p className={`meta ${styles.untold}`}>{found ? '还没有问答。' : ''}</p>}
      <ul className={styles.questions}>
        {found?.list.map((one) => (
          <li key={one.id}>
            <p>
              <strong>问：</strong>
              {one.question} <span className="meta">{`${one.by}，${localMinute(one.createTime).slice(0, 10)}`}</span>
            </p>
            <p>
              <strong>答：</strong>
              {one.answer ?? <span className="meta">{one.answerable ? '等待您回答，请到“管理”中的“联系与约看”回答' : '等待对方回答'}</span>}
            </p>
          </li>
        ))}
      </ul>
      {found && found.total > SIZE && <p className="meta">显示最近 {SIZE} 条。</p>}
      {whose !== 'others' && <p className="meta">{notAsked(kind)[whose]}</p>}
      {type !== USER_TYPE_OPERATOR && whose === 'others' && (
        <button type="button" className="btn" onClick={() => void requireLogin(ssoUrl).then((may) => may && setAsking(true))}>
          向发布方提问
        </button>
      )}
      {asking && <AskDialog kind={kind} id={id} title={title} onClose={() => setAsking(false)} onDone={refresh} />}
    </>
  )
}
