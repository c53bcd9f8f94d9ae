using System;
using System.Linq;
using System.Net.Http;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace Stockroom
{
    /// A response of the server, or of something in between.
    internal sealed class ApiResponse
    {
        internal const string TimestampExpired = "TIMESTAMP_EXPIRED";
        private static readonly TimeSpan DefaultRetryAfter = TimeSpan.FromSeconds(2);
        private static readonly string[] CursorCodes = { "CURSOR_INVALID", "CURSOR_EXPIRED", "CURSOR_BEFORE_RESTORE" };

        private static readonly string[] CredentialCodes =
        {
            "HEADER_MISSING", "HEADER_REPEATED", "TIMESTAMP_INVALID", TimestampExpired, "APP_UNKNOWN",
            "SIGN_INVALID", "SIGN_MISMATCH", "TOKEN_INVALID", "MERCHANT_SUSPENDED"
        };

        private readonly HttpResponseMessage response;

        internal ApiResponse(HttpResponseMessage response, string text)
        {
            this.response = response;
            Body = JsonExtensions.Parse(text);
        }

        internal int Status => (int)response.StatusCode;
        internal JsonElement Body { get; }
        internal string Code => Body.Part("code").Text() ?? "";
        internal string RequestId => Body.Part("requestId").Text() ?? Header("X-Request-Id");
        internal DateTimeOffset? Date => response.Headers.Date;
        internal bool IsSuccess => Status == 200 && Body.Part("success").Flag() == true;
        private bool IsStockroom => Body.Part("success").Flag() != null;

        internal TimeSpan? RetryAfter =>
            Number("Retry-After") is int seconds ? TimeSpan.FromSeconds(seconds) : (TimeSpan?)null;

        internal string Header(string name) =>
            response.Headers.TryGetValues(name, out var values) ? string.Join(", ", values) : "";

        internal int? Number(string header) =>
            Regex.IsMatch(Header(header), @"\A[0-9]{1,9}\z") ? int.Parse(Header(header)) : (int?)null;

        internal StockroomException ToException(Messages messages)
        {
            bool isServerError = Status == 500 || (Status >= 502 && Status <= 504);
            bool isExpected = IsStockroom || isServerError
                || Status == 401 || Status == 403 || Status == 413 || Status == 429;
            var failure = new StockroomFailure(
                IsStockroom ? Body.Part("msg").Text() ?? "" : messages.NotStockroom(),
                Status,
                Code,
                RequestId,
                RetryAfter ?? (Status == 429 ? DefaultRetryAfter : (TimeSpan?)null),
                Body.Part("errors").Items().Select(it => new Violation(
                    it.Part("at").Text() ?? "", it.Part("code").Text() ?? "", it.Part("msg").Text() ?? "",
                    it.Part("stock").Int())).ToList(),
                Body.Part("products").Ids(),
                isOutcomeUnknown: isServerError || !isExpected);
            if (CursorCodes.Contains(Code))
                return new InvalidCursorException(failure);
            if (Status == 401 || Status == 403 || CredentialCodes.Contains(Code))
                return new NotAuthenticatedException(failure);
            if (Status == 200 && IsStockroom)
                return new RefusedException(failure);
            if (Status == 413 || (Status == 400 && IsStockroom))
                return new BadRequestException(failure);
            if (Status == 429)
                return new RateLimitedException(failure);
            if (isServerError)
                return new UnavailableException(failure, isTemporary: Status != 500);
            return new UnexpectedAnswerException(failure);
        }
    }
}
