/** What the shell shows of this domain. */
export { NoticeBell } from './notice-bell.tsx'
export { default as FeedbackDialog } from './feedback/feedback-dialog.tsx'
