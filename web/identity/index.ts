/** The dialogs of this domain that the shell shows. */
export { default as Authorization } from './authorization.tsx'
export { default as ChangePassword } from './change-password.tsx'
export { default as FreshCodeDialog } from './fresh-code.tsx'
export { default as LogInAgainDialog } from './log-in-again.tsx'
export { default as PartedDialog } from './parted.tsx'
export { default as OwnPasswordDialog } from './own-password.tsx'
