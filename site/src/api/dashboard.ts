import { request } from './client'

export const getFigures = () => request('GET', '/api/dashboard/')

/** The state of publishing: whether the public pages contain every change. */
export const getPublishing = () => request('GET', '/api/publishing/')

/** Starts a build as soon as possible; resolves to the new state. */
export const publish = () => request('POST', '/api/publishing/')
