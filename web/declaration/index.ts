export { DeclareButton } from './declare-button.tsx'
