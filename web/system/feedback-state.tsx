import type { FeedbackRow } from '../../contract/feedback.ts'
import { feedbackStateCodes } from '../../contract/feedback-states.ts'
import { StatusTag } from '../kit/status-tag.tsx'

export const FeedbackState = ({ row }: { row: FeedbackRow }) => (
  <StatusTag tone={feedbackStateCodes.tones[row.state as 0]}>{row.stateName}</StatusTag>
)
