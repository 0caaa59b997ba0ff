// A site without a mock. `npm start` serves a different file at this URL, with the path of its mock.
export const mock = undefined;
