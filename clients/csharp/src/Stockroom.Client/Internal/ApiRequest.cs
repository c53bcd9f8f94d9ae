using System;
using System.Collections.Generic;
using System.Globalization;
using System.Net;
using System.Net.Http;
using System.Text;
using System.Text.Json;

namespace Stockroom
{
    /// A call with what happened to it. All attempts send the same body and key.
    internal sealed class ApiRequest
    {
        private readonly string contentType;
        private readonly byte[] body;
        private string? key;
        private bool dryRun;
        private string? reference;

        private ApiRequest(string path, string contentType, byte[] body)
        {
            Path = path;
            this.contentType = contentType;
            this.body = body;
        }

        internal string Path { get; }
        /// The time for which the server is asked to wait before it responds.
        internal TimeSpan Wait { get; set; }
        /// The number of attempts.
        internal int Sent { get; set; }
        /// The server may have carried out the call although no success arrived.
        internal bool IsOutcomeUnknown { get; set; }
        /// The server repeated the response to an earlier request with the same key.
        internal bool IsReplayed { get; set; }
        internal bool IsWrite => key != null;

        internal static ApiRequest Json(string path, Action<Utf8JsonWriter> write) =>
            new ApiRequest(path, "application/json", JsonExtensions.Write(write));

        /// Leaves out fields that are null.
        internal static ApiRequest Form(string path, params (string Name, object? Value)[] fields)
        {
            var pairs = new List<string>();
            foreach (var (name, value) in fields)
                if (value != null)
                    pairs.Add(name + "=" + WebUtility.UrlEncode(Convert.ToString(value, CultureInfo.InvariantCulture)));
            return new ApiRequest(
                path, "application/x-www-form-urlencoded", Encoding.ASCII.GetBytes(string.Join("&", pairs)));
        }

        /// Makes this a change of stock. The server carries it out once, however often it is sent with its key.
        internal ApiRequest AsWrite(bool dryRun, string? reference, string? key = null)
        {
            this.dryRun = dryRun;
            this.reference = reference;
            this.key = key ?? Guid.NewGuid().ToString();
            return this;
        }

        internal void AddTo(HttpRequestMessage message)
        {
            message.Content = new ByteArrayContent(body);
            message.Content.Headers.Add("Content-Type", contentType);
            if (key != null)
                message.Headers.Add("Idempotency-Key", key);
            if (dryRun)
                message.Headers.Add("Dry-Run", "true");
            if (reference != null)
                message.Headers.Add("Reference", Uri.EscapeDataString(reference));
        }
    }
}
