export { DocumentManagement as default } from '../../features/documents/document-management'
