import { Button, Form } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { clauseName } from '../../../contract/policy/clauses.ts'
import type { PolicyRule } from '../../../contract/policy.ts'
import { useRuleFields } from '../../rule/index.ts'
import { toast } from '../../toast.ts'
import { benefitFrom, conditionFrom, withCondition } from './read-sentence.ts'
import css from './sentence-actions.module.css'

const LEAST = 4
const LONGEST = 300
const BLOCKS = 'p, li, h2, h3, h4, h5, h6'

interface Sentence {
  text: string
  clause: string | null
}

/** The clause of a position in the text: the last one that begins at or before it. */
function clauseAt(root: HTMLElement, at: Node): string | null {
  let clause: string | null = null
  for (const block of root.querySelectorAll(BLOCKS)) {
    const behind = !block.contains(at) && !(block.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_FOLLOWING)
    if (behind) break
    clause = clauseName(block.tagName.toLowerCase(), (block.textContent ?? '').replace(/\s+/g, ' ').trim()) ?? clause
  }
  return clause
}

function sentenceIn(root: HTMLElement | null): Sentence | null {
  const selection = document.getSelection()
  if (!root || !selection || selection.isCollapsed || !selection.anchorNode || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  if (!root.contains(range.commonAncestorContainer)) return null
  const clause = clauseAt(root, range.startContainer)
  const whole = selection.toString().replace(/\s+/g, ' ').trim()
  // The clause is stored separately, so its number is removed from the sentence.
  const text = clause && whole.startsWith(clause) && whole.length > clause.length ? whole.slice(clause.length).trim() : whole
  return text.length < LEAST ? null : { text: text.slice(0, LONGEST), clause }
}

/** The text of a policy with actions for a selected sentence: make it a condition or a benefit of the rule, linked to its clause. */
export function SentenceActions({ children }: { children: ReactNode }) {
  const form = Form.useFormInstance()
  const fields = useRuleFields()
  const root = useRef<HTMLDivElement>(null)
  const [sentence, setSentence] = useState<Sentence | null>(null)
  useEffect(() => {
    const look = () => {
      const found = sentenceIn(root.current)
      // A click on the buttons clears the selection; the sentence is kept until another part of the text is selected.
      if (found || root.current?.contains(document.getSelection()?.anchorNode ?? null)) setSentence(found)
    }
    document.addEventListener('selectionchange', look)
    return () => document.removeEventListener('selectionchange', look)
  }, [])
  const make = (what: '条件' | '标准') => {
    if (!sentence) return
    const rule = form.getFieldValue('rule') as PolicyRule
    const { text, clause } = sentence
    form.setFieldValue(
      'rule',
      what === '条件'
        ? withCondition(rule, conditionFrom(text, clause, fields))
        : { ...rule, benefits: [...rule.benefits, benefitFrom(text, clause, fields)] },
    )
    document.getSelection()?.removeAllRanges()
    setSentence(null)
    toast.success(`已加为${what}${clause ? `，依据${clause}` : ''}；请核对企业信息与数值`)
  }
  return (
    <div>
      <div className={css.bar} role="group" aria-label="选中的句子">
        {sentence ? (
          <>
            <span className={css.text}>
              {sentence.clause && <b>{sentence.clause} </b>}“{sentence.text}”
            </span>
            <Button size="small" type="primary" onClick={() => make('条件')}>
              设为条件
            </Button>
            <Button size="small" onClick={() => make('标准')}>
              设为标准
            </Button>
          </>
        ) : (
          <span className="meta">在正文里选中一句话，可直接设为申报条件或扶持标准。</span>
        )}
      </div>
      <div ref={root}>{children}</div>
    </div>
  )
}
