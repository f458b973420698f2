import { useQueryClient } from '@tanstack/react-query'
import { Descriptions } from 'antd'
import { ownFieldTypes, seenBy, unitLabel, type OwnFieldDefinition } from '../../../contract/matching/own-field-codes.ts'
import { ownFields, type OwnField } from '../../../contract/matching/own-fields.ts'
import { computedField } from '../../../contract/rule/computed.ts'
import { exactFigure } from '../../../contract/rule/value-words.ts'
import type { Vocabulary } from '../../../contract/rule/vocabulary.ts'
import { call } from '../../api.ts'
import { ReviewDialog } from '../../kit/dialog/review-dialog.tsx'
import { useRuleFields, vocabularyOf } from '../../rule/index.ts'
import { toast } from '../../toast.ts'

const moves = {
  pass: { label: '通过', effect: '立即出现在档案、导入、问卷、表单和条件编辑中' },
  return: { label: '退回', danger: true, reason: '退回原因' },
} as const

/** The review of a field's change by a second person. */
export function OwnFieldReview({ field, onClose, onDone }: { field: OwnField; onClose(): void; onDone(): Promise<void> }) {
  const words = vocabularyOf(useRuleFields())
  const client = useQueryClient()
  return (
    <ReviewDialog
      open
      draft={`rule-field-review:${field.id}`}
      title={`审核“${field.waiting!.label}”`}
      subject={<Change before={field.current} after={field.waiting!} words={words} />}
      allowed={['pass', 'return']}
      moves={moves}
      onClose={onClose}
      onDecide={async (move, opinion) => {
        await call(ownFields.review, { body: { id: field.id, version: field.version, pass: move === 'pass', opinion } }, { silent: true })
        toast.success(move === 'pass' ? '已通过' : '已退回')
        await client.invalidateQueries({ queryKey: ['rule-fields'] })
        onClose()
        await onDone()
      }}
    />
  )
}

function Change({ before, after, words }: { before: OwnFieldDefinition | null; after: OwnFieldDefinition; words: Vocabulary }) {
  const was = before ? linesOf(before, words) : null
  return (
    <Descriptions
      size="small"
      column={1}
      items={Object.entries(linesOf(after, words)).map(([label, text]) => ({
        key: label,
        label,
        children: was && was[label] !== text ? `${was[label] || '（空）'} → ${text || '（空）'}` : text || '（空）',
      }))}
    />
  )
}

const linesOf = (d: OwnFieldDefinition, words: Vocabulary): Record<string, string> => ({
  名称: d.label,
  类型: `${ownFieldTypes[d.type]}${d.unit ? `，${unitLabel(d.unit)}` : ''}`,
  选项: d.options?.map(({ label }) => label).join('、') ?? '',
  类别: d.group,
  ...(d.dated ? { 各期的数: d.dated.map(({ from, value }) => `${from} 起 ${exactFigure(value, d.unit)}`).join('；') } : {}),
  来源: d.dated ? '由编辑维护' : d.formula ? `计算：${computedField(words, d.formula).label}` : (d.source ?? seenBy[d.seenBy]),
  问企业的话: d.question,
  说明: d.note,
})
