import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { market } from '../../contract/policy/market.ts'
import { call } from '../api.ts'
import { debounced } from '../kit/debounce.ts'
import { useCan, type MenuEntry } from '../session.ts'
import { Dialog } from './dialog.tsx'
import { leavesSite } from './menu.ts'
import { leavesFor, leavesOf } from './menu-leaves.ts'
import styles from './palette.module.css'

interface Hit {
  kind: string
  name: string
  note: string
  to: string
}
const SHOWN = 8
const WAIT_MS = 300

/** Searches menu entries, policies by title, and offers the lists of companies and declarations. */
export function Palette({ menus, onClose }: { menus: readonly MenuEntry[]; onClose: () => void }) {
  const navigate = useNavigate()
  const can = useCan()
  const [words, setWords] = useState('')
  const [policies, setPolicies] = useState<readonly Hit[]>([])
  const [at, setAt] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  // After the dialog has opened, which focuses its first button.
  useEffect(() => input.current?.focus(), [])
  const look = useMemo(
    () =>
      debounced((q: string) => {
        if (!q) return setPolicies([])
        void call(market.suggest, { query: { q } }, { silent: true }).then(
          (found) =>
            setPolicies(
              found.policies.map((p) => ({ kind: '政策', name: p.policyTitle, note: '', to: `/page/policyserverdetail?id=${p.id}` })),
            ),
          () => setPolicies([]),
        )
      }, WAIT_MS),
    [],
  )
  useEffect(() => () => look.cancel(), [look])
  const said = words.trim()
  const opens = (to: string) => leavesOf(menus).some(({ entry }) => entry.url === to)
  const inLists = [
    { to: '/work/EnterprisesList', may: can('company:read'), kind: '企业' },
    { to: '/work/declaremanage', may: can('declaration:read'), kind: '申报' },
  ].flatMap(({ to, may, kind }) =>
    said && may && opens(to)
      ? [{ kind, name: `查找企业名称含“${said}”的${kind}`, note: '', to: `${to}?companyName=${encodeURIComponent(said)}` }]
      : [],
  )
  const entries = (said ? leavesFor(menus, said) : leavesOf(menus))
    .filter(({ entry }) => !leavesSite(entry.url))
    .slice(0, SHOWN)
    .map(({ entry, above }): Hit => ({ kind: '菜单', name: entry.name, note: above, to: entry.url }))
  const hits: readonly Hit[] = [...entries, ...inLists, ...(said ? policies : [])]
  const chosen = Math.min(at, hits.length - 1)
  const go = (hit: Hit | undefined) => {
    if (!hit) return
    onClose()
    void navigate(hit.to)
  }
  return (
    <Dialog title="快速打开" onClose={onClose} width={620}>
      <input
        className={styles.input}
        ref={input}
        role="combobox"
        aria-expanded
        aria-controls="palette-hits"
        aria-activedescendant={hits.length > 0 ? `palette-${chosen}` : undefined}
        aria-label="菜单、政策、企业或申报"
        placeholder="菜单、政策、企业或申报"
        maxLength={64}
        value={words}
        onChange={(e) => {
          setWords(e.target.value)
          setAt(0)
          look.call(e.target.value.trim())
        }}
        onCompositionStart={() => look.compose(true)}
        onCompositionEnd={() => look.compose(false)}
        onKeyDown={(e) => {
          if (e.nativeEvent.isComposing) return
          if (e.key === 'ArrowDown') setAt(Math.min(hits.length - 1, chosen + 1))
          else if (e.key === 'ArrowUp') setAt(Math.max(0, chosen - 1))
          else if (e.key === 'Enter') go(hits[chosen])
          else return
          e.preventDefault()
        }}
      />
      <div id="palette-hits" role="listbox" aria-label="找到的" className={styles.hits}>
        {hits.map((hit, i) => (
          <button
            type="button"
            tabIndex={-1}
            key={hit.to}
            id={`palette-${i}`}
            role="option"
            aria-selected={i === chosen}
            onClick={() => go(hit)}
            onMouseEnter={() => setAt(i)}
          >
            <span className={styles.kind}>{hit.kind}</span>
            <span className={styles.name}>{hit.name}</span>
            <span className={styles.kind}>{hit.note}</span>
          </button>
        ))}
      </div>
      {hits.length === 0 && <p className={styles.kind}>没有找到。换个词试试。</p>}
    </Dialog>
  )
}

const shortcuts: readonly [keys: string, does: string][] = [
  ['Ctrl + K', '快速打开菜单、政策、企业、申报'],
  ['J / K', '列表中下一行、上一行；审核时下一条、上一条'],
  ['Enter', '打开选中的行'],
  ['[ / ]', '审核时上一份、下一份材料'],
  ['Esc', '关闭对话框或抽屉'],
  ['?', '本帮助'],
]

export const KeyHelp = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="键盘快捷键" onClose={onClose} width={460}>
    <dl className={styles.keys}>
      {shortcuts.map(([keys, does]) => (
        <div key={keys}>
          <dt>
            <kbd>{keys}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
    <p className={styles.kind}>正在输入时，除 Ctrl + K 外不起作用。</p>
  </Dialog>
)
