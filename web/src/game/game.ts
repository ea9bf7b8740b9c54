// What a page does with a game itself: its code, views of positions, and their pictures.
export * from './drawing'
export * from './game_code'
export * from './game_view'
export * from './still_views'
export * from './view_runs'
